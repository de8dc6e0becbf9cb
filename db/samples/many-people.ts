/** Invented people from many countries, for a large sample. */
import type { UserRole, UserStatus } from "../lookups";
import type { users } from "../schema";
import { fold } from "../fold";
import { countries } from "../countries";
import type { Draw } from "./parts";

type Place = { country: string; code: string; given: string[]; family: string[]; towns: string[]; streets: string[] };

const words = (text: string) => text.split("|");

const place = (
  country: string,
  code: string,
  given: string,
  family: string,
  towns: string,
  streets: string,
): Place => ({
  country,
  code,
  given: words(given),
  family: words(family),
  towns: words(towns),
  streets: words(streets),
});

/** Countries with names and addresses; one that is listed more often is chosen more often. */
const places: Place[] = [
  place(
    "Norway",
    "+47 555",
    "Åse|Bjørn|Dagny|Eirik|Frøydis|Gøran|Håkon|Ingunn|Jørgen|Kari|Leif|Målfrid|Njål|Oddvar|Ragnhild|Sigrid|Solveig|Terje|Torbjørn|Vigdis",
    "Bakken|Bjørnstad|Dahl|Eide|Fjeld|Grønvold|Haugen|Hovland|Kjær|Lien|Moen|Næss|Ødegård|Rønning|Sætre|Strøm|Tveit|Ulvestad|Vågen|Østby",
    "0150 Oslo|5003 Bergen|7010 Trondheim|9008 Tromsø",
    "Storgata|Kirkeveien|Bjørkealléen|Fjordgata",
  ),
  place(
    "Denmark",
    "+45 5550",
    "Anders|Birgitte|Bo|Dorthe|Esben|Freja|Gitte|Henrik|Inge|Jens|Kirsten|Lærke|Mads|Niels|Pernille|Rasmus|Søren|Søs|Troels|Ditte",
    "Andersen|Bach|Bjerregaard|Christensen|Dam|Friis|Gade|Højgaard|Iversen|Jørgensen|Kjeldsen|Lund|Møller|Nørgaard|Overgaard|Poulsen|Ravn|Sørensen|Thygesen|Winther",
    "1050 København K|8000 Aarhus C|5000 Odense C",
    "Vestergade|Nørregade|Havnevej|Åboulevarden",
  ),
  place(
    "Germany",
    "+49 30 555",
    "Anneliese|Björn|Carsten|Dörte|Elfriede|Friedrich|Günter|Heike|Ingo|Jürgen|Käthe|Lena|Matthias|Nele|Ottilie|Rüdiger|Sabine|Thorsten|Ute|Wolfgang",
    "Albrecht|Böhm|Dietrich|Engel|Fuchs|Groß|Hübner|Jäger|Köhler|Lindemann|Müller|Neumann|Otte|Pfeiffer|Rößler|Schäfer|Thiel|Ulrich|Vogt|Zöllner",
    "10115 Berlin|20095 Hamburg|80331 München|50667 Köln",
    "Lindenstraße|Bahnhofstraße|Am Mühlbach|Gartenweg",
  ),
  place(
    "France",
    "+33 1 55 50",
    "Aurélie|Benoît|Chloé|Désirée|Étienne|Françoise|Gaëlle|Hélène|Inès|Jérôme|Léa|Loïc|Maëlle|Noémie|Odile|Pénélope|Rémi|Solène|Théo|Zoé",
    "Aubert|Béranger|Carré|Delaître|Estève|Fèvre|Gérard|Hébert|Jacquin|Lefèbvre|Marchand|Noël|Prévost|Quéré|Rivière|Séguin|Thévenot|Urbain|Vallée|Yvon",
    "75002 Paris|69002 Lyon|33000 Bordeaux|44000 Nantes",
    "rue des Lilas|avenue de la Gare|rue Pasteur|quai du Port",
  ),
  place(
    "Spain",
    "+34 555",
    "Álvaro|Begoña|Concepción|Desirée|Encarnación|Fermín|Gonzalo|Hernán|Íñigo|Joaquín|Lucía|María|Nuria|Óscar|Pilar|Rocío|Sebastián|Tomás|Úrsula|Verónica",
    "Álvarez|Benítez|Castaño|Domínguez|Echeverría|Fernández|Gutiérrez|Hernández|Ibáñez|Jiménez|López|Martínez|Núñez|Ordóñez|Peña|Quiñones|Rodríguez|Suárez|Vázquez|Yáñez",
    "28013 Madrid|08002 Barcelona|41001 Sevilla",
    "Calle Mayor|Calle del Olmo|Paseo de Gracia|Plaza Nueva",
  ),
  place(
    "Poland",
    "+48 22 555",
    "Agnieszka|Bartłomiej|Celina|Dąbrówka|Elżbieta|Grażyna|Hanna|Ireneusz|Jarosław|Kasia|Łukasz|Małgorzata|Nikodem|Paweł|Radosław|Stanisław|Teresa|Wacław|Zofia|Żaneta",
    "Adamczyk|Błaszczyk|Cieślak|Dąbrowski|Głowacki|Jabłoński|Kołodziej|Łuczak|Mikołajczyk|Nowicki|Olszewski|Pawłowski|Różański|Sikora|Śliwa|Tomczyk|Wójcik|Zając|Żak|Źrebiec",
    "00-001 Warszawa|30-001 Kraków|80-001 Gdańsk",
    "ul. Długa|ul. Polna|ul. Źródlana|al. Róż",
  ),
  place(
    "Türkiye",
    "+90 212 555",
    "Ayşe|Barış|Çağla|Deniz|Emre|Fatma|Gökhan|Hülya|İrem|Jale|Kübra|Levent|Müge|Nazlı|Özgür|Pınar|Sevgi|Şule|Tuğçe|Zeynep",
    "Akın|Aydın|Bozkurt|Çelik|Doğan|Erdoğdu|Fidan|Güneş|Işık|Kılıç|Korkmaz|Öztürk|Polat|Şahin|Taş|Tekin|Uçar|Ünal|Yıldız|Yücel",
    "34000 İstanbul|06000 Ankara|35000 İzmir",
    "Çiçek Sokak|İstiklal Caddesi|Bağlar Yolu",
  ),
  place(
    "Czechia",
    "+420 555",
    "Alžběta|Božena|Čeněk|Dušan|Eliška|František|Hana|Ivana|Jiří|Kateřina|Lukáš|Markéta|Naděžda|Ondřej|Přemysl|Růžena|Štěpán|Tomáš|Václav|Zdeňka",
    "Beneš|Čermák|Dvořák|Fiala|Hájek|Jelínek|Kučera|Lišková|Marešová|Novák|Pokorný|Říha|Svoboda|Šťastný|Tůma|Urban|Veselý|Vlček|Zelenka|Žák",
    "110 00 Praha|602 00 Brno|301 00 Plzeň",
    "Nádražní|Školní|Lipová",
  ),
  place(
    "United Kingdom",
    "+44 20 5550",
    "Alice|Benedict|Charlotte|Dominic|Eleanor|Finlay|Georgina|Harriet|Isla|Jasper|Keira|Lachlan|Maisie|Niamh|Oliver|Poppy|Rupert|Siân|Tabitha|Zara",
    "Ashworth|Bancroft|Carmichael|Dunmore|Eastwood|Fairclough|Greenhalgh|Hargreaves|Inglis|Jessop|Kirkbride|Lockwood|MacLeod|Norcross|O'Neill|Pemberton|Ravenscroft|Sutcliffe|Thackeray|Whitaker",
    "London EC2A 4NE|Leeds LS1 4DY|Bristol BS1 6UA|Edinburgh EH1 1YZ",
    "Colonnade Row|Mill Lane|Station Road|Orchard Street",
  ),
  place(
    "United States",
    "+1 555",
    "Abigail|Brandon|Camila|Dashiell|Everett|Fiona|Grant|Harper|Isaiah|Josephine|Kendall|Logan|Madison|Nolan|Olive|Parker|Quinn|Riley|Savannah|Wyatt",
    "Abernathy|Beckett|Calloway|Delgado|Easton|Fitzgerald|Garrison|Holloway|Ingram|Jefferson|Kimball|Lancaster|McAllister|Nakamura|Ortega|Prescott|Reyes|Sinclair|Turner|Whitfield",
    "Portland, OR 97205|Austin, TX 78701|Chicago, IL 60601|Boston, MA 02108",
    "Maple Street|Oak Avenue|Harbor Drive|Second Street",
  ),
  place(
    "Brazil",
    "+55 11 5550",
    "Antônia|Breno|Cecília|Davi|Estêvão|Fabrício|Glória|Heloísa|Ícaro|João|Letícia|Márcia|Natália|Otávio|Patrícia|Raíssa|Sérgio|Thaís|Valéria|Vinícius",
    "Araújo|Barcellos|Cabral|Damião|Esteves|Falcão|Guimarães|Henriques|Leitão|Magalhães|Nóbrega|Oliveira|Paixão|Queirós|Rosário|Simões|Teixeira|Uchôa|Vergílio|Xavier",
    "01310-100 São Paulo|20040-002 Rio de Janeiro",
    "Rua das Acácias|Avenida Central|Travessa São João",
  ),
  place(
    "India",
    "+91 555 010",
    "Aarav|Bhavana|Chitra|Devika|Esha|Farhan|Gayatri|Harish|Indira|Jyoti|Kavya|Lakshmi|Manoj|Nandini|Om|Pooja|Rajesh|Shreya|Tanvi|Vikram",
    "Acharya|Banerjee|Chatterjee|Deshpande|Gupta|Iyer|Joshi|Kapoor|Krishnan|Mahajan|Nair|Patel|Rao|Reddy|Sharma|Srinivasan|Trivedi|Upadhyay|Verma|Yadav",
    "Bengaluru 560001|Mumbai 400001|Chennai 600001",
    "Lavelle Road|Temple Street|Station Road",
  ),
  place(
    "Japan",
    "+81 3 5550",
    "Aiko|Chihiro|Daichi|Emi|Fumio|Haruto|Itsuki|Junko|Kaede|Makoto|Naoki|Rin|Sakura|Takeshi|Yuki",
    "Abe|Endo|Fujimoto|Goto|Hayashi|Ishikawa|Kawasaki|Matsuda|Nishimura|Okada|Saito|Takahashi|Ueno|Watanabe|Yamada",
    "Tokyo 162-0825|Osaka 530-0001|Kyoto 600-8216",
    "2-17 Kagurazaka|4-1 Umeda|8-3 Karasuma",
  ),
  place(
    "Vietnam",
    "+84 24 5550",
    "An|Bảo|Chi|Dũng|Giang|Hạnh|Khánh|Lan|Minh|Ngọc|Phương|Quân|Thảo|Tuấn|Vy",
    "Bùi|Đặng|Đỗ|Hoàng|Hồ|Huỳnh|Lê|Lý|Ngô|Nguyễn|Phạm|Phan|Trần|Trương|Vũ",
    "Hà Nội 100000|Đà Nẵng 550000",
    "Hàng Bạc|Lê Lợi|Trần Phú",
  ),
  place(
    "Ghana",
    "+233 555 010",
    "Abena|Akosua|Ama|Efua|Esi|Kofi|Kojo|Kwabena|Kwaku|Yaa|Yaw|Nana",
    "Acheampong|Addo|Agyeman|Asante|Boateng|Danquah|Gyasi|Nkrumah|Ofori|Owusu|Sarpong|Tetteh",
    "Accra GA-029|Kumasi AK-039",
    "Ring Road|Liberation Avenue",
  ),
];

const roles: UserRole[] = ["UX Designer", "Data Scientist", "Sales Manager", "HR Manager", "IT Support"];
const statuses: [UserStatus, number][] = [
  ["Active", 78],
  ["Pending", 10],
  ["Banned", 7],
  ["Rejected", 5],
];

export type Customer = typeof users.$inferInsert & {
  id: number;
  createdAt: Date;
  phone: string;
  country: string;
  company: string;
  address: string;
};

/** Returns a random person. The e-mail address contains the id, so it is unique. */
export function onePerson(id: number, createdAt: Date, draw: Draw): Customer {
  const from = draw.one(places);
  const [given, family] = [draw.one(from.given), draw.one(from.family)];
  const name = `${given} ${family}`;
  return {
    id,
    createdAt,
    name,
    email: `${mailName(name)}.${id}@example.com`,
    role: draw.one(roles),
    status: draw.often(statuses),
    country: suggestedCountry(from.country),
    company: id % 3 === 0 ? `${family} & Co` : "",
    phone: `${from.code} ${String(draw.below(10_000)).padStart(4, "0")}`,
    address: `${1 + draw.below(140)} ${draw.one(from.streets)}\n${draw.one(from.towns)}\n${from.country}`,
  };
}

/** Returns the local part of an address, such as `soren.norgaard`. Letters that do not decompose are transliterated. */
const mailName = (name: string) =>
  fold(name)
    .replace(/[øłđıæßœ]/g, (letter) => asciiLetters[letter] ?? "")
    .replace(/[^a-z ]/g, "")
    .trim()
    .replace(/ +/g, ".");

const asciiLetters: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", æ: "ae", ß: "ss", œ: "oe" };

/** Returns the country; throws if forms do not suggest it. */
function suggestedCountry(country: string): string {
  if (!countries.includes(country)) throw new Error(`No form knows the country ${country}`);
  return country;
}

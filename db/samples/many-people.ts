/** Invented people from many countries, for a large sample. */
import type { UserRole, UserStatus } from "../lookups";
import type { users } from "../schema";
import { fold } from "../fold";
import { countries } from "../countries";
import { content } from "./content";
import type { Draw } from "./parts";

/** A country with its names and addresses, separated by "|". */
interface Place {
  country: string;
  /** Prefix of its telephone numbers. */
  code: string;
  given: string;
  family: string;
  towns: string;
  streets: string;
}

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
  const from = draw.one(content<Place[]>("names"));
  const word = (words: string) => draw.one(words.split("|"));
  const [given, family] = [word(from.given), word(from.family)];
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
    address: `${1 + draw.below(140)} ${word(from.streets)}\n${word(from.towns)}\n${from.country}`,
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

/** Products that the demo company sells besides those of the sample. */
import type { ProductCategory, ProductColor, ProductSize } from "../../lookups";
import { freeShipping, type ProductText, secondPiece } from "../products";

/** Properties shared by the products of a category. A product's code begins with the key of its category. */
interface Shelf {
  category: ProductCategory;
  colors?: ProductColor[];
  sizes?: ProductSize[];
  features: Record<string, string>;
}

const shelves: Record<string, Shelf> = {
  FA: {
    category: "Fashion",
    colors: ["blue", "green", "red"],
    sizes: ["s", "m", "l", "xl"],
    features: { Fabric: "Organic, from European mills", Care: "Wash at 30 °C", Repair: "Buttons and thread included" },
  },
  EL: {
    category: "Electronics",
    features: { Charging: "USB-C", Warranty: "Two years", "In the box": "Cable of 1.2 m" },
  },
  FU: {
    category: "Furniture",
    features: { Wood: "From certified forests", Assembly: "Ten minutes, one tool", Warranty: "Ten years" },
  },
  HK: {
    category: "Home & Kitchen",
    colors: ["blue", "pink"],
    features: { Made: "In small batches", Care: "A damp cloth", Packing: "Cardboard only" },
  },
  AC: {
    category: "Accessories",
    colors: ["blue", "orange"],
    features: { Leather: "Tanned with bark", Repair: "For free within five years" },
  },
  OF: { category: "Office", features: { Parts: "Sold singly", Warranty: "Five years" } },
  SO: {
    category: "Sports & Outdoors",
    colors: ["orange", "green"],
    features: { Weight: "Under 900 g", Rain: "A day of it", Repair: "Parts sold singly" },
  },
  KD: { category: "Kitchen & Dining", features: { Care: "By hand", Warranty: "Ten years" } },
  ST: {
    category: "Stationery",
    colors: ["red", "blue", "purple"],
    features: { Paper: "Takes ink", Refill: "Sold singly" },
  },
};

/** Code, title, price in dollars, stock, age in days, pictures; then the description. */
const texts = `
FA-3014 | Merino Crew Socks, three pairs | 34 | 210 | 760 | socks thread
Knitted in one piece, without a seam at the toes. They air overnight and need no wash after every wear.
FA-3120 | Harbour Rain Coat | 148 | 26 | 730 | coat droplet
A coat for people who wait at bus stops: taped seams, deep pockets, and a hood that turns with the head.
FA-3131 | Boiled Wool Cardigan | 119 | 17 | 610 | coat sewing-needle
Warm without being thick. The elbows are doubled before they need to be.
FA-3155 | Canvas Work Jacket | 136 | 2 | 420 | coat thread
Twelve-ounce canvas that stands by itself on the first day and fits by the second month.
EL-2010 | Kestrel Desk Speaker | 129 | 31 | 745 | musical-notes headphone
A small speaker that is pleasant at low volume, with one dial and no voice that talks back.
EL-2063 | Pocket Power Bank 10,000 | 44 | 160 | 700 | battery droplet
Two full charges in a coat pocket. The display counts in percent, not in dots.
EL-2077 | Lumen Reading Light | 58 | 74 | 540 | sun memo
Clips to a book or a bed. Warm light for nine evenings on one charge.
EL-2090 | Auralis Travel Earphones | 79 | 4 | 260 | headphone battery
The cable kind, with a microphone that wind does not bother and a pouch that closes.
FU-5008 | Alder Floor Lamp | 178 | 22 | 735 | couch-and-lamp wood
A stem of turned alder and a linen shade. The switch is where the hand looks for it.
FU-5033 | Dovetail Side Table | 129 | 12 | 640 | wood house
One drawer, four dovetails, no screws. It stands beside a sofa or a bed.
FU-5052 | Grove Bookshelf, five boards | 339 | 8 | 480 | wood card-index-dividers
Boards that carry a metre of art books without a bend, and a back that keeps it square.
HK-7020 | Linen Storage Box, set of two | 39 | 95 | 720 | house thread
Folds flat when it is empty. The handles hold what the box holds.
HK-7031 | Herb Garden for the Sill | 32 | 58 | 690 | herb seedling
Three pots, one tray, seeds of basil, thyme and chives. The tray waters for a week.
HK-7044 | Cork Trivet | 14 | 240 | 560 | wood fire
Thick enough for a casserole, light enough to hang on a nail.
HK-7052 | Beeswax Candles, box of six | 28 | 132 | 390 | candle fire
Dipped, not moulded. They burn for eight hours each and smell of little but honey.
AC-4021 | Bark-Tanned Belt | 68 | 47 | 715 | briefcase thread
One layer of leather, four millimetres, no glue. The buckle comes off for the next one.
AC-4030 | Folio Card Holder | 42 | 88 | 655 | envelope briefcase
Six cards and some notes, thinner than a phone.
AC-4044 | Weekend Holdall | 189 | 11 | 430 | briefcase backpack
Waxed canvas with a flat bottom. It takes four days of clothes, or three and a pair of boots.
OF-8004 | Desk Organiser in Ash | 46 | 69 | 725 | card-index-dividers pencil
A place for the pens, a slot for the phone, a drawer for what would lie about.
OF-8012 | Paper Tray, stackable | 29 | 118 | 600 | file-cabinet memo
Stacks without wobbling, also when the second one is full.
OF-8030 | Hourglass, 25 minutes | 36 | 40 | 350 | hourglass-done sun
For one piece of work at a time. It makes no sound when it is over.
OF-8047 | Standing Desk Mat | 74 | 0 | 240 | house socks
Soft under the heel and firm at the edge. It hangs on a hook when one sits.
SO-1106 | Trail Running Shoes | 138 | 36 | 710 | running-shoe evergreen-tree
Grip for wet roots, room for toes. The sole can be replaced once.
SO-1129 | Pocket Compass | 33 | 54 | 680 | compass evergreen-tree
Liquid-damped, with a sighting line and a lanyard in a colour that one finds in grass.
SO-1144 | Insulated Bottle 0.75 l | 37 | 190 | 520 | droplet beach-with-umbrella
Cold for a day, hot for half of one. The lid comes apart to be cleaned.
SO-1192 | Summit Day Pack 18L | 72 | 5 | 180 | backpack compass
The small one: lunch, a shell, a map. It folds into its own lid.
KD-6114 | Stoneware Tea Bowls, pair | 38 | 66 | 705 | teacup-without-handle teapot
Thrown by hand, so that no two hold quite the same. They keep the fingers cool.
KD-6131 | Steel Sauté Pan 28 cm | 96 | 29 | 585 | cooking fire
Three layers to the rim, a handle that stays cool, a lid that fits others too.
KD-6142 | Walnut Cutting Board | 64 | 43 | 370 | wood kitchen-knife
End grain that is kind to knives. It comes oiled, with a tin of the oil.
ST-0409 | Letter Set, forty sheets | 26 | 150 | 740 | envelope memo
Laid paper and lined envelopes, for what is too long for a card.
ST-0431 | Drawing Pencils, twelve grades | 22 | 174 | 665 | pencil notebook
From 6H to 6B in a tin that survives a school bag.
ST-0452 | Brass Paper Clips, fifty | 9 | 320 | 500 | paperclip memo
They do not rust, and they look better each year.
ST-0466 | Index Cards, dotted | 12 | 205 | 300 | card-index-dividers pencil
Two hundred cards, rounded corners, a box with room for two hundred more.
`;

export const moreProductTexts: ProductText[] = texts
  .trim()
  .split("\n")
  .flatMap((line, index, lines) => (index % 2 === 0 ? [productText(line, lines[index + 1] ?? "", index / 2)] : []));

function productText(line: string, description: string, index: number): ProductText {
  const [code = "", title = "", dollars, stock, daysAgo, pictures = ""] = line.split(" | ");
  const shelf = shelves[code.slice(0, 2)];
  if (!shelf) throw new Error(`No category has products such as ${code}`);
  const price = Number(dollars) * 100;
  return {
    code,
    title,
    price,
    discount: index % 5 === 3 ? 10_00 : 0,
    stock: Number(stock),
    daysAgo: Number(daysAgo),
    pictures: pictures.split(" "),
    description,
    offers: price > 80_00 ? [freeShipping] : index % 2 === 0 ? [secondPiece] : [],
    ...shelf,
  };
}

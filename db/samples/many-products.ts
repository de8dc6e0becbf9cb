/** Invented products of every category, for a large sample. */
import type { ProductCategory, ProductStatus } from "../lookups";
import type { products } from "../schema";
import type { Draw } from "./parts";

interface Assortment {
  category: ProductCategory;
  /** Prefix of the product codes. */
  code: string;
  things: [name: string, picture: string, dollars: number][];
}

const assortments: Assortment[] = [
  {
    category: "Fashion",
    code: "FA",
    things: [
      ["Overshirt", "coat", 79],
      ["Rain Coat", "coat", 129],
      ["Wool Socks", "socks", 14],
      ["Canvas Jacket", "coat", 110],
    ],
  },
  {
    category: "Electronics",
    code: "EL",
    things: [
      ["Headphones", "headphone", 149],
      ["Desk Speaker", "musical-notes", 89],
      ["Power Bank", "battery", 39],
      ["Wrist Watch", "watch", 210],
    ],
  },
  {
    category: "Furniture",
    code: "FU",
    things: [
      ["Reading Chair", "chair", 320],
      ["Floor Lamp", "couch-and-lamp", 140],
      ["Side Table", "wood", 95],
    ],
  },
  {
    category: "Home & Kitchen",
    code: "HK",
    things: [
      ["Candle", "candle", 18],
      ["Plant Pot", "potted-plant", 24],
      ["Herb Garden", "herb", 32],
      ["Storage Box", "house", 21],
    ],
  },
  {
    category: "Accessories",
    code: "AC",
    things: [
      ["Sunglasses", "sunglasses", 88],
      ["Belt Bag", "briefcase", 54],
      ["Card Holder", "envelope", 29],
    ],
  },
  {
    category: "Office",
    code: "OF",
    things: [
      ["File Cabinet", "file-cabinet", 158],
      ["Desk Organiser", "card-index-dividers", 36],
      ["Hourglass", "hourglass-done", 27],
    ],
  },
  {
    category: "Sports & Outdoors",
    code: "SO",
    things: [
      ["Backpack", "backpack", 94],
      ["Trail Shoes", "running-shoe", 119],
      ["Pocket Compass", "compass", 33],
    ],
  },
  {
    category: "Kitchen & Dining",
    code: "KD",
    things: [
      ["Teapot", "teapot", 46],
      ["Tea Bowl", "teacup-without-handle", 17],
      ["Chef's Knife", "kitchen-knife", 72],
      ["Sauté Pan", "cooking", 64],
    ],
  },
  {
    category: "Stationery",
    code: "ST",
    things: [
      ["Fountain Pen", "fountain-pen", 38],
      ["Notebook", "notebook", 12],
      ["Pencil Set", "pencil", 15],
      ["Paper Clips", "paperclip", 6],
    ],
  },
];

const makers = [
  "Alder",
  "Birkeland",
  "Cobalt",
  "Dovetail",
  "Ember",
  "Fjordlys",
  "Grove",
  "Harbour",
  "Ibis",
  "Juniper",
  "Kestrel",
  "Lumen",
  "Marlow",
  "Nordvik",
  "Ondine",
  "Pávo",
  "Quarry",
  "Rønne",
  "Sable",
  "Tessel",
  "Umbra",
  "Velluto",
  "Wren",
  "Yarrow",
  "Zephyr",
];
const manners = [
  "Classic",
  "Compact",
  "Everyday",
  "Field",
  "Fine",
  "Heritage",
  "Light",
  "Long",
  "Mini",
  "Plain",
  "Small",
  "Soft",
  "Travel",
  "Weekend",
  "Winter",
];
const statuses: [ProductStatus, number][] = [
  ["Published", 92],
  ["Draft", 8],
];

export type Sold = typeof products.$inferInsert & { id: number; createdAt: Date };

/** Returns a random product. The code contains the id, so it is unique. */
export function oneProduct(id: number, createdAt: Date, draw: Draw): Sold {
  const { category, code, things } = draw.one(assortments);
  const [thing, picture, dollars] = draw.one(things);
  const image = `/samples/products/${picture}.svg`;
  const title = `${draw.one(makers)} ${draw.one(manners)} ${thing}`;
  return {
    id,
    createdAt,
    title,
    code: `${code}-${10_000 + id}`,
    category,
    description: `${title}: made to be used for years, and to be mended after that.`,
    price: Math.round(dollars * (60 + draw.below(90))), // from three fifths of what such things cost to one and a half times that, in cents
    discount: draw.below(4) === 0 ? (1 + draw.below(6)) * 5_00 : 0,
    stock: draw.below(8) === 0 ? draw.below(10) : draw.below(400),
    status: draw.often(statuses),
    colors: [],
    sizes: [],
    features: [],
    offers: [],
    images: [image],
    featureImage: image,
  };
}

/** Invented products of every category, for a large sample. */
import type { ProductCategory, ProductStatus } from "../lookups";
import type { products } from "../schema";
import { content } from "./content";
import type { Draw } from "./parts";

interface Assortment {
  category: ProductCategory;
  /** Prefix of the product codes. */
  code: string;
  things: [name: string, picture: string, dollars: number][];
}

interface Words {
  makers: string[];
  manners: string[];
  assortments: Assortment[];
}

const statuses: [ProductStatus, number][] = [
  ["Published", 92],
  ["Draft", 8],
];

export type Sold = typeof products.$inferInsert & { id: number; createdAt: Date };

/** Returns a random product. The code contains the id, so it is unique. */
export function oneProduct(id: number, createdAt: Date, draw: Draw): Sold {
  const { assortments, makers, manners } = content<Words>("assortments");
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
    price: Math.round(dollars * (60 + draw.below(90))), // in cents: 0.6 to 1.5 times the usual price
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

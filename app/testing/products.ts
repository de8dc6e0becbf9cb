/** Products for tests. */
import { write } from "db";
import { type Product, products, reviews } from "db/schema";

type NewProduct = typeof products.$inferInsert;

const pictures = ["backpack", "compass", "evergreen-tree"].map((name) => `/samples/products/${name}.svg`);

/** Default values of a product in tests. */
export const pack = {
  title: "Trail Backpack 28L",
  code: "SO-1180",
  category: "Sports & Outdoors",
  description: "A light pack for a long day out.",
  price: 94_50,
  discount: 10_00,
  stock: 18,
  status: "Published",
  colors: ["blue", "green"],
  sizes: ["s", "m"],
  features: [{ name: "Volume", value: "28 litres" }],
  offers: ["Free shipping"],
  images: pictures,
  featureImage: pictures[0],
} satisfies Partial<NewProduct>;

/** Inserts products without journal entries. */
export async function addProducts(...values: Partial<NewProduct>[]): Promise<Product[]> {
  return write(async (tx) => {
    const rows: Product[] = [];
    for (const [index, value] of values.entries())
      rows.push(
        ...(await tx
          .insert(products)
          .values({ ...pack, code: `SO-${1180 + index}`, ...value })
          .returning()),
      );
    return rows;
  });
}

/** Inserts reviews of a product, one per rating, the oldest first. */
export async function addReviews(productId: number, ...stars: number[]) {
  const values = stars.map((rating, index) => ({
    productId,
    rating,
    review: `Review ${index + 1}`,
    userName: "Cus Tomer",
    createdAt: new Date(Date.UTC(2026, 0, index + 1)),
  }));
  return write(async (tx) => tx.insert(reviews).values(values).returning());
}

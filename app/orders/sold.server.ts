/** What was sold, item by item: the rows behind what a product or a category brought in. */
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { productCategories } from "db/lookups";
import { products, soldItems } from "db/schema";
import { recordId } from "~/lib/ids";
import type { Columns } from "~/lib/export.server";
import { sumMatching } from "~/lib/list.server";
import { type Listing, momentIn } from "~/lib/listing.server";
import type { SoldItem } from "db/schema";

/** Of products that are in no category any more, because they were removed for good. */
export const noCategory = "No longer sold";

const categories = [...productCategories.map(({ value, title }) => ({ value, title })), { value: noCategory, title: noCategory }];

export const soldListing: Listing<typeof soldItems> = {
  path: "/orders/items",
  table: soldItems,
  search: [soldItems.name, sql`'#' || ${soldItems.orderId}`],
  filters: {
    category: { label: "Category", options: categories, by: inCategory },
    placed: { label: "Placed", type: "days", by: momentIn(soldItems.placedAt) },
    product: { label: "Product", type: "record", title: (id) => productTitle(recordId(id)), by: (id) => eq(soldItems.productId, recordId(id)) },
  },
  sorts: { placedAt: soldItems.placedAt },
  sort: "-placedAt",
  sums: async (query) => [
    { label: "Pieces", as: "number", value: await sumMatching(soldListing, query, soldItems.quantity) },
    { label: "Revenue", as: "money", value: await sumMatching(soldListing, query, soldItems.amount) },
  ],
};

/** The category that a product has today. */
function inCategory(category: string): SQL {
  if (category === noCategory) return sql`${soldItems.productId} not in (select ${products.id} from ${products})`;
  return inArray(soldItems.productId, db.select({ id: products.id }).from(products).where(sql`${products.category} = ${category}`));
}

async function productTitle(id: number): Promise<string | undefined> {
  return (await db.select({ title: products.title }).from(products).where(eq(products.id, id)))[0]?.title;
}

export const soldColumns: Columns<SoldItem> = {
  order: (item) => item.orderId,
  placed: (item) => item.placedAt,
  product: (item) => item.productId || null,
  name: (item) => item.name,
  quantity: (item) => item.quantity,
  revenue: (item) => item.amount / 100,
};

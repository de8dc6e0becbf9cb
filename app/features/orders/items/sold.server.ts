/** The list of sold items: the rows behind the sales of a product or category. */
import { and, between, eq, or, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { blocksOf } from "db/blocks";
import { dayNumber } from "db/dates";
import { productCategories } from "db/lookups";
import { products, type SoldItem, soldItems, soldTotals } from "db/schema";
import { recordId } from "~/core/values/ids";
import type { Columns } from "~/core/list/export.server";
import { sumMatching } from "~/core/list/counting.server";
import { daysIn, momentIn } from "~/core/list/days.server";
import type { Listing, ListQuery } from "~/core/list/listing.server";

/** Category of products that were permanently deleted. */
export const noCategory = "No longer sold";

const categories = [
  ...productCategories.map(({ value, title }) => ({ value, title })),
  { value: noCategory, title: noCategory },
];

export const soldListing: Listing<typeof soldItems> = {
  path: "/orders/items",
  table: soldItems,
  search: [soldItems.name, sql`'#' || ${soldItems.orderId}`],
  filters: {
    category: { label: "Category", options: categories, by: (category) => inCategory(category) },
    placed: { label: "Placed", type: "days", by: momentIn(soldItems.placedAt) },
    product: {
      label: "Product",
      type: "record",
      title: (id) => productTitle(recordId(id)),
      by: (id) => eq(soldItems.productId, recordId(id)),
    },
  },
  sorts: { placedAt: soldItems.placedAt },
  sort: "-placedAt",
  sums: async (query) => {
    const { quantity, amount } = (await storedSums(query)) ?? {
      quantity: await sumMatching(soldListing, query, soldItems.quantity),
      amount: await sumMatching(soldListing, query, soldItems.amount),
    };
    return [
      { label: "Pieces", as: "number", value: quantity },
      { label: "Revenue", as: "money", value: amount },
    ];
  },
};

/** Before any day that there is, and after all of them. */
const [firstDay, lastDay] = [dayNumber("1970-01-01"), dayNumber("9999-12-31")];

/** Returns the totals of the list from the stored sums by product and day; undefined for a search. */
async function storedSums({ q, filters: { placed, category, product } }: ListQuery) {
  if (q) return undefined;
  const { from, to } = daysIn(placed ?? "") ?? {};
  const [first, last] = [from ? dayNumber(from) : firstDay, to ? dayNumber(to) : lastDay];
  const of = and(
    category ? inCategory(category, soldTotals.productId) : undefined,
    product ? eq(soldTotals.productId, recordId(product)) : undefined,
  );
  const blocks = blocksOf(first, last).map((run) =>
    and(eq(soldTotals.level, run.level), between(soldTotals.block, run.first, run.last), of),
  );
  const sum = (column: typeof soldTotals.quantity | typeof soldTotals.amount) =>
    sql<number>`coalesce(sum(${column}), 0)`;
  const [sums] = await db
    .select({ quantity: sum(soldTotals.quantity), amount: sum(soldTotals.amount) })
    .from(soldTotals)
    .where(or(...blocks));
  return sums;
}

/** The category that a product has today. */
function inCategory(
  category: string,
  productId: typeof soldItems.productId | typeof soldTotals.productId = soldItems.productId,
): SQL {
  if (category === noCategory)
    return sql`${productId} in (select ${soldTotals.productId} from ${soldTotals} where ${soldTotals.level} = 2 and ${soldTotals.productId} not in (select ${products.id} from ${products}))`;
  // A category has many items: SQLite takes "+" for no column of an index, and walks along the order of the list
  // instead.
  return sql`+${productId} in (select ${products.id} from ${products} where ${products.category} = ${category})`;
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
  revenue: (item) => ({ cents: item.amount }),
};

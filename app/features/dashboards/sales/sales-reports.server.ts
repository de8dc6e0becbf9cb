/** The tables of the sales dashboard. */
import { and, between, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { db, prepared } from "db";
import { blocksOf } from "db/blocks";
import { orders, products, soldTotals } from "db/schema";
import { daysText, onDays } from "~/core/list/days.server";
import { pick } from "~/core/values/pick";
import { noCategory } from "~/features/orders/items/sold.server";
import { lowStock } from "~/features/products/stock";
import { changeOf } from "../figures";
import { type Days, numbersOf, type Period } from "../period";
import type { Report } from "../reports.server";

/** Returns the link to the items sold in a period. */
export const itemsHref = ({ from, to }: Days, more: Record<string, string>) =>
  `/orders/items?${new URLSearchParams({ ...more, placed: daysText(from, to) }).toString()}`;

export interface Sold {
  /** Product id; 0 for items without a product. */
  productId: number;
  quantity: number;
  /** Amount in cents. */
  amount: number;
}

/** Returns the sales per product in a period, highest first; `products` restricts them to these ids. */
export async function soldIn(days: Days, products?: number[]): Promise<Sold[]> {
  const { first, last } = numbersOf(days);
  const blocks = blocksOf(first, last).map((run) =>
    and(
      eq(soldTotals.level, run.level),
      between(soldTotals.block, run.first, run.last),
      products && inArray(soldTotals.productId, products),
    ),
  );
  const { productId } = soldTotals;
  const [quantity, amount] = [sql<number>`sum(${soldTotals.quantity})`, sql<number>`sum(${soldTotals.amount})`];
  return db
    .select({ productId, quantity, amount })
    .from(soldTotals)
    .where(or(...blocks))
    .groupBy(productId)
    .having(gt(quantity, 0))
    .orderBy(desc(amount), productId);
}

interface TopProduct {
  id: number;
  title: string;
  category: string;
  image: string | null;
  quantity: number;
  amount: number;
  href: string;
  change: ReturnType<typeof changeOf>;
}

/** Returns the products with the highest sales in the period, with those of the comparison period. */
export async function topProducts(period: Period, sold: Sold[], most: number): Promise<TopProduct[]> {
  const top = sold.filter(({ productId }) => productId > 0).slice(0, most);
  const ids = top.map(({ productId }) => productId);
  const before = new Map((await soldIn(period.before, ids)).map(({ productId, amount }) => [productId, amount]));
  const known = new Map((await loadProductNames({ ids: JSON.stringify(ids) })).map((product) => [product.id, product]));
  return top.map(({ productId, amount, quantity }) => {
    const {
      title = `Product ${productId}`,
      category = noCategory,
      featureImage: image = null,
    } = known.get(productId) ?? {};
    return {
      id: productId,
      title,
      category,
      image,
      quantity,
      amount,
      href: itemsHref(period, { product: String(productId) }),
      change: changeOf(amount, before.get(productId) ?? 0, "more"),
    };
  });
}

const loadProductNames = prepared((db) =>
  db
    .select(pick(products, "id", "title", "category", "featureImage"))
    .from(products)
    .where(sql`${products.id} in (select value from json_each(${sql.placeholder("ids")}))`)
    .prepare(),
);

const lowProducts = prepared((db) =>
  db
    .select(pick(products, "id", "title", "code", "stock", "featureImage"))
    .from(products)
    .where(and(isNull(products.deletedAt), eq(products.status, "Published"), lte(products.stock, lowStock)))
    .orderBy(products.stock, products.id)
    .limit(sql.placeholder("most"))
    .prepare(),
);

function latestOrders(period: Period, most: number) {
  return db
    .select(pick(orders, "id", "customerId", "customerName", "customerImage", "status", "createdAt", "totalAmount"))
    .from(orders)
    .where(and(isNull(orders.deletedAt), onDays(orders.createdAt, period)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(most);
}

const report = <Row>(of: Report<Row>) => of;

export const salesReports = {
  "top-products": report({
    rows: async (period, most) => topProducts(period, await soldIn(period), most),
    columns: {
      product: ({ id }) => id,
      title: ({ title }) => title,
      category: ({ category }) => category,
      sold: ({ quantity }) => quantity,
      revenue: ({ amount }) => ({ cents: amount }),
    },
  }),
  "low-stock": report({
    now: true,
    rows: (_, most) => lowProducts({ most }),
    columns: {
      product: ({ id }) => id,
      title: ({ title }) => title,
      code: ({ code }) => code,
      stock: ({ stock }) => stock,
    },
  }),
  "latest-orders": report({
    rows: latestOrders,
    columns: {
      order: ({ id }) => id,
      customer: ({ customerName }) => customerName,
      status: ({ status }) => status,
      placed: ({ createdAt }) => createdAt,
      total: ({ totalAmount }) => ({ cents: totalAmount }),
    },
  }),
};

import { and, countDistinct, eq } from "drizzle-orm";
import { db } from "db";
import { whereOrderOpen } from "db/order-conditions";
import { orders, type Product, soldItems } from "db/schema";
import type { Dependents } from "~/core/resource/resource.server";
import { formatNumber } from "~/core/values/noun";

/** Returns the open orders of a product. */
export async function productDependents({ id }: Product): Promise<Dependents | undefined> {
  const [found] = await db
    .select({ count: countDistinct(soldItems.orderId) })
    .from(soldItems)
    .innerJoin(orders, eq(orders.id, soldItems.orderId))
    .where(and(eq(soldItems.productId, id), whereOrderOpen));
  const count = found?.count ?? 0;
  if (count === 0) return undefined;
  const contain = count === 1 ? "1 open order contains" : `${formatNumber(count)} open orders contain`;
  return {
    says: [`${contain} it. They keep its name and price, and nobody can look it up while packing.`],
    instead: { text: "Make it a draft instead", href: `/products/${id}` },
  };
}

import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { anyCase } from "db/compare";
import { whereInvoiceUnpaid } from "db/invoice-conditions";
import { invoices, orders, type User } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import type { Dependents } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { howMany } from "~/core/values/noun";
import { openStatuses } from "~/features/products/dependents.server";

/** Returns what a customer owes and waits for, to readers who may see all invoices and orders. */
export async function userDependents({ id }: User, me: Reader): Promise<Dependents | undefined> {
  if (reachOf(me, "invoices.view") !== "all") return undefined;
  const unpaid = and(eq(invoices.customerId, id), whereInvoiceUnpaid, isNull(invoices.deletedAt));
  const open = and(eq(orders.customerId, id), inArray(anyCase(orders.status), openStatuses), isNull(orders.deletedAt));
  const [owed] = await db
    .select({ count: sql<number>`count(*)`, total: sql<number>`coalesce(sum(${invoices.totalAmount}), 0)` })
    .from(invoices)
    .where(unpaid);
  const waiting = await db.$count(orders, open);
  const says = [
    owed &&
      owed.count > 0 &&
      `They owe ${formatMoney(owed.total)} on ${howMany(owed.count, { one: "invoice", many: "invoices" })}.`,
    waiting > 0 && `They wait for ${howMany(waiting, { one: "order", many: "orders" })}.`,
  ].filter((text) => typeof text === "string");
  if (says.length === 0) return undefined;
  const list = owed && owed.count > 0 ? "invoices" : "orders";
  return { says, instead: { text: `See their ${list}`, href: `/${list}?customer=${id}` } };
}

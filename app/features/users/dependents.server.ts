import { and, eq } from "drizzle-orm";
import { db } from "db";
import { whereOrderOpen } from "db/order-conditions";
import { orders, type User } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import type { Dependents } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { howMany } from "~/core/values/noun";
import { creditOf } from "~/features/payments/credit.server";
import { owedBy } from "~/features/payments/owed.server";

/** Returns what a customer owes and waits for, to readers who may see all invoices and orders. */
export async function userDependents({ id }: User, me: Reader): Promise<Dependents | undefined> {
  if (reachOf(me, "invoices.view") !== "all") return undefined;
  const owed = await owedBy(id);
  const credit = await creditOf(id);
  const waiting = await db.$count(orders, and(eq(orders.customerId, id), whereOrderOpen));
  const says = [
    owed.count > 0 && `They owe ${formatMoney(owed.total)} on ${howMany(owed.count, "invoice")}.`,
    credit > 0 && `They have a credit of ${formatMoney(credit)}.`,
    waiting > 0 && `They wait for ${howMany(waiting, "order")}.`,
  ].filter((text) => typeof text === "string");
  if (says.length === 0) return undefined;
  const list = owed.count > 0 ? "invoices" : credit > 0 ? "payments" : "orders";
  return { says, instead: { text: `See their ${list}`, href: `/${list}?customer=${id}` } };
}

import { and, eq, isNull } from "drizzle-orm";
import { db } from "db";
import { paidStatus } from "db/invoice-state";
import { invoices, type Order } from "db/schema";
import { may } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import type { Dependents } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { isLost } from "./groups.server";

/** Returns the invoice that an order would leave behind in the trash. */
export async function orderDependents(order: Order, me: Reader): Promise<Dependents | undefined> {
  if (order.invoiceId === null || !may(me, "invoices.view")) return undefined;
  const [invoice] = await db
    .select({ id: invoices.id, status: invoices.status, total: invoices.totalAmount })
    .from(invoices)
    .where(and(eq(invoices.id, order.invoiceId), isNull(invoices.deletedAt)));
  if (!invoice) return undefined;
  const state = invoice.status === paidStatus ? "is paid" : "is still to be paid";
  return {
    says: [`Its invoice ${invoice.id} of ${formatMoney(invoice.total)} ${state}.`],
    instead: isLost(order.status)
      ? { text: `See invoice ${invoice.id}`, href: `/invoices/${invoice.id}/details` }
      : { text: "Cancel the order instead", href: `/orders/${order.id}` },
  };
}

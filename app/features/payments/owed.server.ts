/** The open invoices of a customer, in sums. */
import { and, eq, sql } from "drizzle-orm";
import { db } from "db";
import { selectBalance, whereInvoiceOverdue, whereInvoiceUnpaid } from "db/invoice-conditions";
import { invoices } from "db/schema";
import { today } from "~/core/values/today.server";

/** Returns the number of unpaid invoices of a customer, and their balance and overdue balance in cents. */
export async function owedBy(customerId: number): Promise<{ count: number; total: number; overdue: number }> {
  const isLate = and(...whereInvoiceOverdue(today()));
  const [found] = await db
    .select({
      count: sql<number>`count(*)`,
      total: sql<number>`coalesce(sum(${selectBalance}), 0)`,
      overdue: sql<number>`coalesce(sum(${selectBalance}) filter (where ${isLate}), 0)`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.customerId, customerId),
        whereInvoiceUnpaid,
        sql`+${invoices.deletedAt} is null`, // few belong to one customer
      ),
    );
  return found ?? { count: 0, total: 0, overdue: 0 };
}

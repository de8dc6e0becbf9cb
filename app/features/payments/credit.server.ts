/** The credit of customers: money that settles no invoice. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { creditNotes, payments } from "db/schema";

/** SQL of the part of a payment that settles no invoice, in cents. */
export const selectUnallocated = sql<number>`${payments.amount} - (select coalesce(sum(value ->> 'amount'), 0) from json_each(${payments.allocations}))`;

/** SQL of an amount of a payment: below 0 for a refund. */
export const signed = (amount: typeof payments.amount | typeof selectUnallocated) =>
  sql<number>`iif(${payments.kind} = 'refund', -1, 1) * (${amount})`;

/** Returns the credit of a customer in cents: payments less refunds and credit notes, without what settles invoices. */
export async function creditOf(customerId: number, from: Pick<Transaction, "select"> = db): Promise<number> {
  const [paid] = await from
    .select({ credit: sql<number>`coalesce(sum(${signed(selectUnallocated)}), 0)` })
    .from(payments)
    .where(and(eq(payments.customerId, customerId), isNull(payments.deletedAt)));
  const [credited] = await from
    .select({ credit: sql<number>`coalesce(sum(${creditNotes.unapplied}), 0)` })
    .from(creditNotes)
    .where(and(eq(creditNotes.customerId, customerId), isNull(creditNotes.deletedAt)));
  return (paid?.credit ?? 0) + (credited?.credit ?? 0);
}

/** The activity of an invoice, with that of its payments and credit notes. */
import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "db";
import { type Invoice, payments } from "db/schema";
import { historyOfAll } from "~/core/audit/journal.server";
import type { Reader } from "~/core/list/reach.server";
import { paymentResource } from "~/features/payments/payments.server";
import { creditNoteResource } from "./credit-notes/credit-notes.server";
import { invoiceResource } from "./invoices.server";

/** The payments and credit notes of an invoice, as its page has read them. */
interface InvoiceRecords {
  payments: { id: number }[];
  credits: { id: string }[];
}

/**
 * Returns the journal entries of an invoice, of the payments and refunds that settle it or did until they were deleted,
 * and of its credit notes, newest first.
 */
export async function invoiceActivity(me: Reader, { id, customerId }: Invoice, { payments, credits }: InvoiceRecords) {
  const deleted = customerId === null ? [] : await deletedPayments(id, customerId);
  return historyOfAll(me, [
    { of: invoiceResource, ids: [id] },
    { of: paymentResource, ids: [...payments.map((payment) => payment.id), ...deleted] },
    { of: creditNoteResource, ids: credits.map((note) => note.id) },
  ]);
}

/** Returns the ids of a customer's payments in the trash that name an invoice. */
async function deletedPayments(invoiceId: string, customerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: payments.id, allocations: payments.allocations })
    .from(payments)
    .where(and(eq(payments.customerId, customerId), isNotNull(payments.deletedAt)));
  return rows.filter(({ allocations }) => allocations.some((of) => of.invoiceId === invoiceId)).map(({ id }) => id);
}

/** Keeps the status of invoices equal to their balance. */
import { and, desc, eq, gt } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import type { Transaction } from "db";
import { atHour, dayAt } from "db/dates";
import { balanceOf, paidStatus, unpaidStatus } from "db/invoice-state";
import { allocations, creditNotes, type Invoice, invoices } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import { formatMoney } from "~/core/values/money";
import { today } from "~/core/values/today.server";

/**
 * Sets the status of each invoice by its balance: complete on the day of the payment that settled it, or else pending.
 * Writes no journal entries, since those of the payment undo it. Throws `RuleViolation` if more than the total, or less
 * than nothing, would be paid.
 */
export async function updateInvoiceStatuses(tx: Transaction, ids: Iterable<string>) {
  for (const id of new Set(ids)) {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, id));
    if (invoice && !invoice.deletedAt) await settleInvoice(tx, invoice);
  }
}

async function settleInvoice(tx: Transaction, invoice: Invoice) {
  assertBalance(invoice);
  if (invoice.totalAmount === 0) return; // nothing is to be paid: its status is as somebody chose it
  const isSettled = balanceOf(invoice) === 0;
  if (!isSettled) await refuseCreditTwice(tx, invoice);
  const status = isSettled ? paidStatus : unpaidStatus;
  const completedAt = isSettled ? await settledAt(tx, invoice) : null;
  if (status === invoice.status && completedAt?.getTime() === invoice.completedAt?.getTime()) return;
  await tx
    .update(invoices)
    .set({ status, completedAt, revision: invoice.revision + 1 })
    .where(eq(invoices.id, invoice.id));
}

/**
 * Throws if an invoice would be open although a credit note on it became customer credit, as it was paid then: the
 * customer would have the amount twice.
 */
async function refuseCreditTwice(tx: Transaction, { id }: Invoice) {
  const [note] = await tx
    .select({ id: creditNotes.id, unapplied: creditNotes.unapplied })
    .from(creditNotes)
    .where(and(eq(creditNotes.invoiceId, id), gt(creditNotes.unapplied, 0)))
    .limit(1);
  if (note)
    throw new RuleViolation({
      "": `${note.id} credits ${id}, and as that was paid, ${formatMoney(note.unapplied)} became the customer’s credit. So its payments stay: refund or use that credit instead.`,
    });
}

function assertBalance({ id, totalAmount, paid, credited }: Invoice) {
  if (paid < 0)
    throw new RuleViolation({
      "": `More would be refunded on ${id} than was paid: ${formatMoney(-paid)} too much. Change its refunds first.`,
    });
  if (paid + credited > totalAmount)
    throw new RuleViolation({
      "": `Then ${formatMoney(paid + credited)} would be paid on ${id}, which comes to ${formatMoney(totalAmount)}. Change its other payments first.`,
    });
}

/**
 * Returns when the last payment or credit note settled an invoice: the stored moment if it is on that day, else noon of
 * it. A prepayment settles it on the day of issue.
 */
async function settledAt(tx: Transaction, { id, completedAt, issueDate }: Invoice): Promise<Date> {
  const [last] = await tx
    .select({ date: allocations.date })
    .from(allocations)
    .where(and(eq(allocations.invoiceId, id), gt(allocations.amount, 0)))
    .orderBy(desc(allocations.date))
    .limit(1);
  const paidOn = last?.date ?? today();
  const date = paidOn < issueDate ? issueDate : paidOn;
  if (completedAt && dayAt(completedAt, timeZone()) === date) return completedAt;
  return date === today() ? new Date() : atHour(date, 12, timeZone());
}

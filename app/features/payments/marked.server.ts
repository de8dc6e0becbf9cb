/** The payments that marking an invoice as complete records. */
import { and, eq } from "drizzle-orm";
import { config } from "config";
import type { Transaction } from "db";
import { dayAt } from "db/dates";
import { balanceOf, paidStatus } from "db/invoice-state";
import { allocations, type Invoice, payments } from "db/schema";
import { pick } from "~/core/values/pick";

/**
 * Makes the marked payment of an invoice follow it: the whole balance while the invoice is complete, and none while it
 * is pending or in the trash. Such payments have no journal entries, because those of the invoice undo them, too.
 */
export async function followMark(tx: Transaction, invoice: Invoice) {
  const marked = await markedPayment(tx, invoice.id);
  const amount = isMarkable(invoice) ? balanceOf(invoice) + (marked?.amount ?? 0) : 0;
  if (amount <= 0) {
    if (marked) await tx.delete(payments).where(eq(payments.id, marked.id));
    return;
  }
  const values = {
    ...pick(invoice, "customerId", "customerName"),
    source: "marked" as const,
    date: dayAt(invoice.completedAt ?? new Date(), config.timeZone),
    amount,
    method: invoice.paymentMethod,
    allocations: [{ invoiceId: invoice.id, amount }],
  };
  if (!marked) await tx.insert(payments).values(values);
  else if (isDifferent(marked, values))
    await tx
      .update(payments)
      .set({ ...values, revision: marked.revision + 1 })
      .where(eq(payments.id, marked.id));
}

const isMarkable = ({ status, deletedAt }: Invoice) => status === paidStatus && !deletedAt;

async function markedPayment(tx: Transaction, invoiceId: string) {
  const ofInvoice = and(
    eq(allocations.invoiceId, invoiceId),
    eq(allocations.source, "payment"),
    eq(payments.source, "marked"),
  );
  const [found] = await tx
    .select({ payment: payments })
    .from(allocations)
    .innerJoin(payments, eq(payments.id, allocations.sourceId))
    .where(ofInvoice);
  return found?.payment;
}

const isDifferent = <Values extends object>(row: Values, values: Partial<Values>) =>
  Object.entries(values).some(([name, value]) => JSON.stringify(row[name as keyof Values]) !== JSON.stringify(value));

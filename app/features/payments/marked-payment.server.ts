/** The payments that marking an invoice as complete records, and what other payments mean for an invoice. */
import { and, desc, eq, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import type { Transaction } from "db";
import { dayAt } from "db/dates";
import { balanceOf, paidStatus, unpaidStatus } from "db/invoice-state";
import { allocations, type Invoice, invoices, payments } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import { formatMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { updateInvoiceStatuses } from "./invoice-status.server";

interface InvoiceWrite {
  before: Invoice | undefined;
  after: Invoice;
}

/**
 * Makes payments and status of a written invoice agree, and returns its current row. Marking it as complete records a
 * payment of its balance, which follows its total; marking it as pending removes that payment.
 */
export async function syncPaymentsWithInvoice(tx: Transaction, written: InvoiceWrite): Promise<Invoice> {
  const { after } = written;
  const isChanged = await syncMarkedPayment(tx, written);
  const hasPayments = after.paid !== 0 || after.credited !== 0;
  if (hasPayments) await updateInvoiceStatuses(tx, [after.id]);
  if (!isChanged && !hasPayments) return after;
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, after.id));
  return row ?? after;
}

/**
 * Records, changes or removes the marked payment of a complete invoice, and returns whether it did. Such payments have
 * no journal entries, because those of the invoice undo them.
 */
async function syncMarkedPayment(tx: Transaction, { before, after: invoice }: InvoiceWrite): Promise<boolean> {
  const wasComplete = before !== undefined && isComplete(before);
  if (!wasComplete && !isComplete(invoice)) return false;
  const marked = wasComplete ? await latestMarkedPayment(tx, invoice.id) : undefined;
  const needsMarkedPayment = !wasComplete || marked !== undefined || (invoice.paid === 0 && invoice.credited === 0);
  const amount = isComplete(invoice) && needsMarkedPayment ? balanceOf(invoice) + (marked?.amount ?? 0) : 0;
  if (amount <= 0) {
    if (marked) await tx.delete(payments).where(eq(payments.id, marked.id));
    return marked !== undefined;
  }
  const values = {
    ...pick(invoice, "customerId", "customerName"),
    source: "marked" as const,
    date: isSameMoment(before, invoice) && marked ? marked.date : dayAt(invoice.completedAt ?? new Date(), timeZone()),
    amount,
    method: invoice.paymentMethod,
    allocations: [{ invoiceId: invoice.id, amount }],
  };
  if (!marked) await tx.insert(payments).values(values);
  else if (!hasOtherValues(marked, values)) return false;
  else
    await tx
      .update(payments)
      .set({ ...values, revision: marked.revision + 1 })
      .where(eq(payments.id, marked.id));
  return true;
}

/** Whether an invoice was completed at the moment that it was before: its payment keeps its day in any time zone. */
const isSameMoment = (before: Invoice | undefined, after: Invoice) =>
  before?.completedAt?.getTime() === after.completedAt?.getTime();

const isComplete = ({ status, deletedAt }: Pick<Invoice, "status" | "deletedAt">) =>
  status === paidStatus && !deletedAt;

/** Returns the payment that the last marking of an invoice as complete recorded. */
export async function latestMarkedPayment(tx: Pick<Transaction, "select">, invoiceId: string) {
  const ofInvoice = and(
    eq(allocations.invoiceId, invoiceId),
    eq(allocations.source, "payment"),
    eq(payments.source, "marked"),
  );
  const [found] = await tx
    .select({ payment: payments })
    .from(allocations)
    .innerJoin(payments, eq(payments.id, allocations.sourceId))
    .where(ofInvoice)
    .orderBy(desc(payments.id))
    .limit(1);
  return found?.payment;
}

/**
 * Returns the complete invoice that a marked payment follows; undefined if it follows none, as other payments do or as
 * one whose invoice has a balance again.
 */
export async function invoiceMarkedBy(
  tx: Pick<Transaction, "select">,
  { id, source, allocations: [first] }: Pick<typeof payments.$inferSelect, "id" | "source" | "allocations">,
): Promise<Invoice | undefined> {
  if (source !== "marked" || !first) return undefined;
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, first.invoiceId));
  if (!invoice || !isComplete(invoice)) return undefined;
  return (await latestMarkedPayment(tx, invoice.id))?.id === id ? invoice : undefined;
}

/** Payments and credit notes of an invoice besides the marked payment that follows it. */
export interface OtherSettlements {
  count: number;
  /** Their sum less refunds, in cents. */
  amount: number;
}

/**
 * Returns what payments and credit notes settle of an invoice besides the payment of its marking, and without
 * `withCredit` besides applied credit.
 */
export async function settledWithoutMark(
  tx: Pick<Transaction, "select">,
  invoice: Pick<Invoice, "id" | "status" | "deletedAt">,
  { withCredit = true } = {},
): Promise<OtherSettlements> {
  const isCredit = sql`${allocations.source} = 'payment' and exists (select 1 from ${payments} where ${payments.id} = ${allocations.sourceId} and ${payments.kind} = 'credit')`;
  const [all] = await tx
    .select({ count: sql<number>`count(*)`, amount: sql<number>`coalesce(sum(${allocations.amount}), 0)` })
    .from(allocations)
    .where(and(eq(allocations.invoiceId, invoice.id), withCredit ? undefined : sql`not (${isCredit})`));
  if (!all || all.count === 0 || !isComplete(invoice)) return all ?? { count: 0, amount: 0 };
  const marked = await latestMarkedPayment(tx, invoice.id);
  return marked ? { count: all.count - 1, amount: all.amount - marked.amount } : all;
}

/** Throws `RuleViolation` if a change of an invoice contradicts its payments and credit notes. */
export async function checkAgainstPayments(
  tx: Transaction,
  {
    before,
    after,
  }: { before: Invoice | undefined; after: Pick<Invoice, "status" | "deletedAt" | "customerId" | "totalAmount"> },
) {
  if (!before || before.deletedAt) return;
  if (after.deletedAt) await refuseMarkWithCredit(tx, before);
  const { count, amount } = await settledWithoutMark(tx, before, { withCredit: !after.deletedAt });
  if (count === 0) return;
  const { id } = before;
  const settled = formatMoney(amount);
  if (after.deletedAt)
    throw new RuleViolation({
      "": `${id} has payments or credit notes of ${settled}, so it stays. Delete its payments first, or create a credit note.`,
    });
  if (after.customerId !== before.customerId)
    throw new RuleViolation({
      customer: `${before.customerName} paid ${settled} on ${id}, so its customer stays. Delete its payments first.`,
    });
  if (after.totalAmount < amount)
    throw new RuleViolation({
      "": `${settled} is paid on ${id} already, more than its new total of ${formatMoney(after.totalAmount)}. Record a refund first, or enter a total of at least ${settled}.`,
    });
  if (before.status === paidStatus && after.status === unpaidStatus && after.totalAmount === amount)
    throw new RuleViolation({
      status: `${id} is paid in full by payments of ${settled}. To reopen it, change or delete a payment, or record a refund.`,
    });
}

/** Throws if an invoice was marked as complete and uses customer credit: undoing its void could not tell them apart. */
async function refuseMarkWithCredit(tx: Transaction, invoice: Invoice) {
  if (!isComplete(invoice) || !(await latestMarkedPayment(tx, invoice.id))) return;
  const [withCredit, without] = [
    await settledWithoutMark(tx, invoice),
    await settledWithoutMark(tx, invoice, { withCredit: false }),
  ];
  if (withCredit.count > without.count)
    throw new RuleViolation({
      "": `${invoice.id} is marked as complete and uses customer credit. Mark it as pending first, then void it.`,
    });
}

const hasOtherValues = <Values extends object>(row: Values, values: Partial<Values>) =>
  Object.entries(values).some(([name, value]) => JSON.stringify(row[name as keyof Values]) !== JSON.stringify(value));

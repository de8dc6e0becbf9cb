/**
 * The state of an invoice: in TypeScript here, as conditions in `invoice-conditions.ts`, and in the triggers of
 * `invoice-totals.ts`. Browser-safe.
 */
import type { InvoiceStatus } from "./lookups";

/** Stored as pending or complete; a pending invoice past its due date is overdue. */
export type InvoiceState = InvoiceStatus | "overdue";

export const unpaidStatus = "pending" satisfies InvoiceStatus;
export const paidStatus = "complete" satisfies InvoiceStatus;

/** Whether an unpaid invoice is overdue on a day, both such as `2026-11-21`; on its due date it is not. */
export const isPastDue = (dueDate: string, day: string) => dueDate < day;

/** Returns the state of an invoice on a day, such as `2026-11-21`. */
export const invoiceStateOn = (
  { status, dueDate }: { status: InvoiceStatus; dueDate: string },
  day: string,
): InvoiceState => (status === unpaidStatus && isPastDue(dueDate, day) ? "overdue" : status);

/** Returns what an invoice is still to be paid, in cents. */
export const balanceOf = ({
  totalAmount,
  paid,
  credited,
}: {
  totalAmount: number;
  paid: number;
  credited: number;
}): number => totalAmount - paid - credited;

/** Whether credit notes settled an invoice that nobody has paid for. */
export const isCreditedInFull = (invoice: Parameters<typeof balanceOf>[0]): boolean =>
  invoice.credited > 0 && invoice.paid <= 0 && balanceOf(invoice) === 0;

/** SQL text of these rules, about the columns of `invoices`. */
export const invoiceStateSql = {
  isUnpaid: `status = '${unpaidStatus}'`,
  isPaid: `status = '${paidStatus}'`,
  balance: "total_amount - paid - credited",
  /** The number of the first day on which an invoice is overdue if it is unpaid. */
  firstOverdueDay: "unixepoch(due_date) / 86400 + 1",
};

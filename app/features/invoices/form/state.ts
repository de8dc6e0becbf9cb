/**
 * The state of an invoice: stored as pending or complete; a pending invoice past its due date is overdue.
 * Browser-safe.
 */
import type { InvoiceStatus } from "db/lookups";
import { howMany } from "~/core/values/noun";

export type InvoiceState = InvoiceStatus | "overdue";

/** The states in the order of their tabs. The pending tab includes overdue invoices. */
export const invoiceStates: { value: InvoiceState; title: string }[] = [
  { value: "pending", title: "Pending" },
  { value: "overdue", title: "Overdue" },
  { value: "complete", title: "Complete" },
];

interface Invoice {
  status: InvoiceStatus;
  dueDate: string;
}

/** Returns the state on the day `today`, such as `2026-11-21`. The list's `isOverdue` is the SQL equivalent. */
export const stateOf = ({ status, dueDate }: Invoice, today: string): InvoiceState =>
  status === "pending" && dueDate < today ? "overdue" : status;

/** Returns a text such as "Due in 5 days" or "Overdue by 1 day". */
export function untilDue(days: number) {
  if (days === 0) return "Due today";
  const count = howMany(Math.abs(days), "day");
  return days > 0 ? `Due in ${count}` : `Overdue by ${count}`;
}

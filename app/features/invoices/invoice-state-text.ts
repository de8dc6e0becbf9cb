/** How the states of invoices are shown; `db/invoice-state.ts` decides them. Browser-safe. */
import type { InvoiceState } from "db/invoice-state";
import { howMany } from "~/core/values/noun";

/** The states in the order of their tabs. The pending tab includes overdue invoices. */
export const invoiceStates: { value: InvoiceState; title: string }[] = [
  { value: "pending", title: "Pending" },
  { value: "overdue", title: "Overdue" },
  { value: "complete", title: "Complete" },
];

/** Returns a text such as "Due in 5 days" or "Overdue by 1 day". */
export function untilDue(days: number) {
  if (days === 0) return "Due today";
  const count = howMany(Math.abs(days), "day");
  return days > 0 ? `Due in ${count}` : `Overdue by ${count}`;
}

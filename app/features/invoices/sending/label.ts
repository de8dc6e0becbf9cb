import type { InvoiceState } from "db/invoice-state";

/** Returns the label for mailing the invoice, such as "Send a reminder". Browser-safe. */
export function sendLabel(state: InvoiceState, wasSent: boolean): string {
  if (!wasSent) return "Send";
  return state === "overdue" ? "Send a reminder" : "Send again";
}

import type { InvoiceState } from "../form/state";

/** What it is to mail an invoice as it stands, such as "Send a reminder". Browser-safe. */
export function sendLabel(state: InvoiceState, wasSent: boolean): string {
  if (!wasSent) return "Send";
  return state === "overdue" ? "Send a reminder" : "Send again";
}

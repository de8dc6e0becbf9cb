/** How the calendar calls what it counts. Browser-safe. */
import type { Counted } from "~/ui/chart/counted";

interface Day {
  due: Counted;
  delivered: Counted;
}

export const invoicesDue = (count: number) => `${number(count)} ${count === 1 ? "invoice" : "invoices"} due`;
export const deliveriesMade = (count: number) => `${number(count)} ${count === 1 ? "delivery" : "deliveries"}`;

/** Whether a day has anything at all. */
export const isBusy = ({ due, delivered }: Day) => due.value + delivered.value > 0;

/** What a day has, such as "2 invoices due, 1 delivery"; "nothing" on most days. */
export function dayHas({ due, delivered }: Day): string {
  const parts = [due.value > 0 && invoicesDue(due.value), delivered.value > 0 && deliveriesMade(delivered.value)];
  return parts.filter(Boolean).join(", ") || "nothing";
}

const number = (count: number) => count.toLocaleString("en-US");

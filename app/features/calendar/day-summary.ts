/** Texts for the calendar's counts. Browser-safe. */
import { howMany } from "~/core/values/noun";
import type { Counted } from "~/ui/chart/counted";

interface Day {
  due: Counted;
  delivered: Counted;
}

export const invoicesDue = (count: number) => `${howMany(count, "invoice")} due`;
export const deliveriesMade = (count: number) => howMany(count, { one: "delivery", many: "deliveries" });

/** Whether the day has any entries. */
export const isBusy = ({ due, delivered }: Day) => due.value + delivered.value > 0;

/** Returns what a day has, such as "2 invoices due, 1 delivery", or "nothing". */
export function dayHas({ due, delivered }: Day): string {
  const parts = [due.value > 0 && invoicesDue(due.value), delivered.value > 0 && deliveriesMade(delivered.value)];
  return parts.filter(Boolean).join(", ") || "nothing";
}

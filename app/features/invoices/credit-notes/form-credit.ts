/** Calculates the credit that the form describes. Browser-safe and without validation: unreadable input has no sum. */
import type { FormFields } from "~/core/form/form-state";
import { parseMoney } from "~/core/values/money";
import { ungrouped } from "~/core/values/whole";
import { type Credit, type CreditableInvoice, creditOf, type Portion } from "./shares";

/** Returns the fields of a portion: a quantity for each line, and the shipping. */
export const portionFields = ({ quantities, shippingCharge }: Portion): FormFields => ({
  ...Object.fromEntries(
    quantities.map((quantity, place) => [`lines.${place}.quantity`, quantity ? String(quantity) : ""]),
  ),
  shippingCharge: shippingCharge ? (shippingCharge / 100).toFixed(2) : "",
});

/** Returns what the form credits, or undefined if a field cannot be read. */
export function creditOfForm(invoice: CreditableInvoice, before: Portion, fields: FormFields): Credit | undefined {
  const text = (name: string) => [fields[name]].flat()[0]?.trim() ?? "";
  const quantities = invoice.lines.map((_, place) => quantityIn(text(`lines.${place}.quantity`)));
  const shippingCharge = text("shippingCharge") ? parseMoney(text("shippingCharge")) : 0;
  const isReadable = quantities.every((quantity) => quantity !== undefined) && shippingCharge !== undefined;
  return isReadable ? creditOf(invoice, before, { quantities, shippingCharge }) : undefined;
}

function quantityIn(text: string): number | undefined {
  const typed = ungrouped(text);
  if (typed === "") return 0;
  return /^\d{1,7}$/.test(typed) ? Number(typed) : undefined;
}

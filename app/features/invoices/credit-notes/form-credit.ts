/** Calculates the credit that the form describes. Browser-safe and without validation: unreadable input has no sum. */
import type { FormFields } from "~/core/form/form-state";
import { parseMoney } from "~/core/values/money";
import { parseQuantity } from "~/core/values/quantity";
import { type Credit, type CreditableInvoice, creditOf, type Portion } from "./credit-arithmetic";

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
  const quantities = invoice.lines.map((_, place) => quantityOrNone(text(`lines.${place}.quantity`)));
  const shippingCharge = text("shippingCharge") ? parseMoney(text("shippingCharge")) : 0;
  const isReadable = quantities.every((quantity) => quantity !== undefined) && shippingCharge !== undefined;
  return isReadable ? creditOf(invoice, before, { quantities, shippingCharge }) : undefined;
}

/** Parses a quantity; nothing is 0, like 0 itself. */
export function quantityOrNone(text: string): number | undefined {
  return /^0*$/.test(text.trim()) ? 0 : parseQuantity(text);
}

/**
 * The rules for an invoice: one set for the form and for `/api/invoices`. Not for pages: it loads the library that
 * checks them.
 */
import { z } from "zod";
import { type LookupItem, paymentMethods } from "db/lookups";
import { maskCard } from "~/core/values/cards";
import { maxCents } from "~/core/values/money";
import { rulesOf } from "~/core/fields/rules.server";
import { choice, money, orNone, percent, quantity, text } from "~/core/form/rules";
import { invoiceFields } from "./fields";

const amount = () => orNone(money()).transform((cents) => cents ?? 0);

/** Validates a card number and keeps only its last four digits; a masked number is accepted. */
const card = () =>
  z
    .string({ error: "Enter a card number" })
    .trim()
    .regex(/^(?:[\s*•.-]*\d){4,19}$|^$/, "Enter the card number, or its last four digits")
    .transform(maskCard);

/** Returns the rule for a payment method: one of the list, or `known`, the method of an earlier record. */
export const method = (known = "") => {
  const methods: (LookupItem & { value: string })[] = [...paymentMethods, { id: 0, title: known, value: known }];
  return orNone(choice(methods, "Choose a payment method")).transform((method) => method ?? "");
};

/** All but the customer and the lines, which forms and bodies name in ways of their own. */
export const InvoiceRules = rulesOf(invoiceFields).extend({
  paymentMethod: method(),
  cardNo: card(),
  shippingCharge: amount(),
  tax: amount(),
});

/** Rules for a requested line; title and price may be omitted if a product supplies them. */
export const LineRules = z.object({
  title: text({ max: 200 }),
  quantity: quantity(),
  unit: text({ max: 20 }).optional(),
  price: orNone(money({ least: -maxCents })),
  discount: orNone(percent(10_000)),
});

/** The rules for an invoice: one set for the form and for `/api/invoices`. Not for pages: it loads the library that checks them. */
import { z } from "zod";
import { invoiceStatuses, type LookupItem, paymentMethods } from "db/lookups";
import { maskCard } from "~/core/values/cards";
import { mostCents } from "~/core/values/money";
import { choice, day, email, longText, money, orNone, percent, phone, text, whole } from "~/core/form/rules";

const amount = () => orNone(money()).transform((cents) => cents ?? 0);

/** A card's number, of which the last four digits are kept; what was kept may be sent again. */
const card = () =>
  z
    .string({ error: "Enter a card number" })
    .trim()
    .regex(/^(?:[\s*•.-]*\d){4,19}$|^$/, "Enter the card number, or its last four digits")
    .transform(maskCard);

/** A method of payment, if it is known; `known` is one that an earlier record brought, whatever it is. */
export const method = (known = "") => {
  const methods: (LookupItem & { value: string })[] = [...paymentMethods, { id: 0, title: known, value: known }];
  return orNone(choice(methods, "Choose a payment method")).transform((method) => method ?? "");
};

/** All but the customer and the lines, which forms and bodies name in ways of their own. */
export const InvoiceRules = z.object({
  issueDate: day("Enter an issue date"),
  dueDate: day("Enter a due date"),
  status: choice(invoiceStatuses, "Choose a status"),
  billingEmail: orNone(email()).transform((address) => address ?? ""),
  billingPhone: phone(),
  billingAddress: longText({ max: 500 }),
  paymentMethod: method(),
  cardHolder: text({ max: 100 }),
  cardNo: card(),
  shippingCharge: amount(),
  tax: amount(),
});

/** A line as it is asked for; a product may stand in for its title and its price. */
export const LineRules = z.object({
  title: text({ max: 200 }),
  quantity: whole({ ask: "Enter a quantity as a whole number", least: 1, most: 1_000_000 }),
  price: orNone(money({ least: -mostCents })),
  discount: orNone(percent()),
});

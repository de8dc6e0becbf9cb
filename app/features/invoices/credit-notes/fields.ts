/** The fields of a credit note, see `core/fields/fields.ts`. Browser-safe. */
import { day, email, fields, longText, moment, money, other, phone, reference, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const creditNoteNoun: Noun = { one: "credit note", many: "credit notes" };

/** The usual reasons; others are written in own words. */
export const creditReasons = [
  "Goods returned",
  "Damaged or faulty",
  "Wrong price",
  "Wrong quantity",
  "Order cancelled",
  "Goodwill",
] as const;

/** Maximum length of a reason, in characters. */
export const maxReasonLength = 500;

export const creditNoteFields = fields({
  number: other({ label: "Number", file: false }),
  date: day({ label: "Date", ask: "Enter a date", sort: true, compare: true }),
  invoiceId: reference({ label: "Invoice", textId: true, file: "invoice", search: true, sort: true, param: "invoice" }),
  reason: text({ label: "Reason", max: maxReasonLength, required: "Say why", search: true }),
  customerId: reference({
    label: "Customer",
    format: "person",
    namedBy: "customerName",
    api: "customer.id",
    file: false,
  }),
  customerName: text({
    label: "Customer",
    max: 100,
    param: "customer",
    file: "customer",
    api: "customer.name",
    search: true,
    sort: true,
  }),
  customerCompany: text({ label: "Company", max: 100, file: "company", api: "customer.company", search: true }),
  billingEmail: email({
    label: "E-mail",
    mayBeEmpty: true,
    file: "email",
    api: "billingAddress.email",
    search: true,
  }),
  billingPhone: phone({ label: "Phone", file: "phone", api: "billingAddress.phone" }),
  billingAddress: longText({ label: "Billing address", max: 500, file: "address", api: "billingAddress.address" }),
  lines: other({ label: "Lines", format: "rows", file: false }),
  shippingCharge: money({ label: "Shipping", file: "shipping" }),
  tax: money({ label: "Tax" }),
  taxes: other({ label: "Tax by rate", format: "rows", file: false }),
  includesTax: other({ label: "Prices include tax", file: false }),
  totalAmount: money({ label: "Total", param: "total", file: "total", api: "total", sort: true, compare: true }),
  applied: money({ label: "Taken off the invoice" }),
  unapplied: money({ label: "Customer credit" }),
  issuerId: other({ label: "Sender", file: false, api: false, readOnly: true }),
  createdAt: moment({ label: "Created", file: false, readOnly: true }),
});

/** The fields of an invoice: see `core/fields/fields.ts`. Browser-safe. */
import { invoiceStatuses } from "db/lookups";
import { choice, day, fields, longText, moment, money, other, phone, picture, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const invoiceNoun: Noun = { one: "invoice", many: "invoices" };

export const invoiceFields = fields({
  number: other({ label: "Number" }),
  issueDate: day({ label: "Issued", ask: "Enter an issue date", file: "issued", sort: true, compare: true }),
  dueDate: day({ label: "Due", ask: "Enter a due date", file: "due", sort: true, compare: true }),
  status: choice({ label: "Status", options: invoiceStatuses, ask: "Choose a status", sort: true }),
  completedAt: moment({ label: "Completed", file: "completed", readOnly: true, sort: true, compare: true }),
  customerId: other({ label: "Customer", format: "person", namedBy: "customerName" }),
  customerName: text({
    label: "Customer",
    max: 100,
    param: "customer",
    file: "customer",
    readOnly: true,
    search: true,
    sort: true,
  }),
  customerCompany: text({ label: "Company", max: 100, readOnly: true, search: true }),
  customerImage: picture({ label: "Customer's picture" }),
  billingEmail: other({ label: "E-mail", search: true }),
  billingPhone: phone({ label: "Phone" }),
  billingAddress: longText({ label: "Billing address", max: 500 }),
  paymentMethod: other({ label: "Payment method" }),
  cardHolder: text({ label: "Cardholder", max: 100 }),
  cardNo: other({ label: "Card" }),
  lines: other({ label: "Lines", format: "rows" }),
  shippingCharge: money({ label: "Shipping" }),
  tax: money({ label: "Tax" }),
  totalAmount: money({ label: "Total", param: "total", file: "total", readOnly: true, sort: true, compare: true }),
  createdAt: moment({ label: "Created", readOnly: true }),
});

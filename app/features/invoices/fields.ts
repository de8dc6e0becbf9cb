/** The fields of an invoice, each said once: see `core/fields/fields.ts`. Browser-safe. */
import { invoiceStatuses } from "db/lookups";
import {
  choice,
  day,
  email,
  fields,
  longText,
  moment,
  money,
  other,
  phone,
  picture,
  reference,
  text,
} from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const invoiceNoun: Noun = { one: "invoice", many: "invoices" };

export const invoiceFields = fields({
  number: other({ label: "Number" }),
  issueDate: day({ label: "Issued", ask: "Enter an issue date", file: "issued", sort: true, compare: true }),
  dueDate: day({ label: "Due", ask: "Enter a due date", file: "due", sort: true, compare: true }),
  status: choice({ label: "Status", options: invoiceStatuses, ask: "Choose a status", sort: true }),
  completedAt: moment({
    label: "Completed",
    file: "completed",
    api: false,
    readOnly: true,
    nullable: true,
    sort: true,
    compare: true,
  }),
  sentAt: moment({ label: "Sent", file: "sent", api: false, readOnly: true, nullable: true }),
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
    readOnly: true,
    search: true,
    sort: true,
  }),
  customerCompany: text({
    label: "Company",
    max: 100,
    file: "company",
    api: "customer.company",
    readOnly: true,
    search: true,
  }),
  customerImage: picture({ label: "Customer's picture", api: "customer.image" }),
  billingEmail: email({
    label: "E-mail",
    mayBeEmpty: true,
    file: "email",
    api: "billingAddress.email",
    search: true,
  }),
  billingPhone: phone({ label: "Phone", file: false, api: "billingAddress.phone" }),
  billingAddress: longText({ label: "Billing address", max: 500, file: false, api: "billingAddress.address" }),
  paymentMethod: text({ label: "Payment method", max: 40, file: "method", api: "payment.paymentMethod" }),
  cardHolder: text({ label: "Cardholder", max: 100, file: false, api: "payment.cardHolder" }),
  cardNo: text({ label: "Card", max: 40, file: false, api: "payment.cardNo" }),
  lines: other({ label: "Lines", format: "rows" }),
  shippingCharge: money({ label: "Shipping", file: "shipping" }),
  tax: money({ label: "Tax" }),
  totalAmount: money({ label: "Total", param: "total", file: "total", readOnly: true, sort: true, compare: true }),
  createdAt: moment({ label: "Created", file: false, api: false, readOnly: true }),
});

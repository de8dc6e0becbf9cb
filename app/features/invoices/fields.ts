/** The fields of an invoice, see `core/fields/fields.ts`. Browser-safe. */
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

export const invoiceNoun: Noun = { one: "invoice", many: "invoices", voids: true };

/** The first or last day of the service that an invoice is for. */
const serviceDay = <const Api extends string>(label: string, api: Api) =>
  day({ label, api, mayBeEmpty: true, ask: "Enter a day, or nothing" });

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
  issuerId: other({ label: "Sender", file: false, api: false, readOnly: true }),
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
  customerTaxTreatment: other({ label: "Customer's tax", file: false, api: false, readOnly: true }),
  customerTaxNumber: text({
    label: "Customer's tax number",
    max: 40,
    file: "customerTaxNumber",
    api: "customer.taxNumber",
    readOnly: true,
  }),
  customerImage: picture({ label: "Customer's picture", api: "customer.image" }),
  billingEmail: email({
    label: "E-mail",
    mayBeEmpty: true,
    file: "email",
    api: "billingAddress.email",
    search: true,
  }),
  billingPhone: phone({ label: "Phone", search: true, file: "phone", api: "billingAddress.phone" }),
  billingAddress: longText({
    label: "Billing address",
    max: 500,
    search: true,
    file: "address",
    api: "billingAddress.address",
  }),
  paymentMethod: text({ label: "Payment method", max: 40, file: "method", api: "payment.paymentMethod" }),
  cardHolder: text({ label: "Cardholder", max: 100, file: false, api: "payment.cardHolder" }),
  cardNo: text({ label: "Card", max: 40, file: false, api: "payment.cardNo" }),
  lines: other({ label: "Lines", format: "rows" }),
  shippingCharge: money({ label: "Shipping", file: "shipping" }),
  tax: money({ label: "Tax" }),
  taxes: other({ label: "Tax by rate", format: "rows", file: false, api: false, readOnly: true }),
  shippingTax: other({ label: "Tax rate of the shipping", file: "shippingTaxRate", api: false }),
  includesTax: other({ label: "Prices include tax", file: false, api: false, readOnly: true }),
  totalAmount: money({ label: "Total", param: "total", file: "total", readOnly: true, sort: true, compare: true }),
  lockedHash: other({ label: "Locked content", file: false, api: false, readOnly: true }),
  externalNumber: text({
    label: "External number",
    max: 60,
    search: true,
  }),
  poNumber: text({
    label: "Purchase order",
    max: 60,
    search: true,
  }),
  serviceFrom: serviceDay("Service from", "servicePeriod.from"),
  serviceTo: serviceDay("Service to", "servicePeriod.to"),
  note: longText({ label: "Note to the customer", max: 1_000 }),
  internalNote: longText({ label: "Internal note", max: 1_000 }),
  paid: money({ label: "Paid", file: "paid", readOnly: true }),
  credited: money({ label: "Credited", file: "credited", readOnly: true }),
  createdAt: moment({ label: "Created", file: false, api: false, readOnly: true }),
});

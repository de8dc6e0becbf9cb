/** The fields of a payment, see `core/fields/fields.ts`. Browser-safe. */
import { choice, day, fields, longText, moment, money, other, reference, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const paymentNoun: Noun = { one: "payment", many: "payments" };

export const paymentKinds = [
  { id: 1, title: "Payment", value: "payment" },
  { id: 2, title: "Refund", value: "refund" },
  { id: 3, title: "Applied credit", value: "credit" },
] as const;

export const paymentSources = [
  { id: 1, title: "Recorded", value: "manual" },
  { id: 2, title: "Marked as complete", value: "marked" },
  { id: 3, title: "Imported", value: "import" },
  { id: 4, title: "API", value: "api" },
] as const;

export const paymentFields = fields({
  kind: choice({ label: "Kind", options: paymentKinds, ask: "Choose a payment or a refund" }),
  customerId: reference({ label: "Customer", format: "person", namedBy: "customerName", file: "customerId" }),
  customerName: text({
    label: "Customer",
    max: 100,
    file: "customer",
    param: "customer",
    readOnly: true,
    search: true,
    sort: true,
  }),
  date: day({ label: "Date", ask: "Enter the date of the payment", sort: true, compare: true }),
  amount: money({ label: "Amount", ask: "Enter an amount above 0", least: 1, sort: true, compare: true }),
  method: text({ label: "Method", max: 40 }),
  reference: text({ label: "Reference", max: 100, search: true }),
  note: longText({ label: "Note", max: 1_000, search: true }),
  allocations: other({ label: "Invoices", format: "rows" }),
  source: choice({ label: "Source", options: paymentSources, ask: "Choose a source", readOnly: true }),
  bankReference: other({ label: "Bank reference", file: false, api: false, readOnly: true }),
  createdAt: moment({ label: "Created", file: false, api: false, readOnly: true }),
});

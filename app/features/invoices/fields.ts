/** The fields of an invoice: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other, picture } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const invoiceNoun: Noun = { one: "invoice", many: "invoices" };

export const invoiceFields = fields({
  number: other({ label: "Number" }),
  issueDate: other({ label: "Issued", format: "day" }),
  dueDate: other({ label: "Due", format: "day" }),
  status: other({ label: "Status" }),
  completedAt: moment({ label: "Completed", readOnly: true }),
  customerId: other({ label: "Customer", format: "person", namedBy: "customerName" }),
  customerName: other({ label: "Customer" }),
  customerImage: picture({ label: "Customer's picture" }),
  billingEmail: other({ label: "E-mail" }),
  billingPhone: other({ label: "Phone" }),
  billingAddress: other({ label: "Billing address" }),
  paymentMethod: other({ label: "Payment method" }),
  cardHolder: other({ label: "Cardholder" }),
  cardNo: other({ label: "Card" }),
  lines: other({ label: "Lines", format: "rows" }),
  shippingCharge: other({ label: "Shipping", format: "money" }),
  tax: other({ label: "Tax", format: "money" }),
  totalAmount: other({ label: "Total", format: "money" }),
  createdAt: moment({ label: "Created", readOnly: true }),
});

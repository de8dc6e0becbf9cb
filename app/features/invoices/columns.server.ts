/** What files have of an invoice. */
import type { Invoice } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { today } from "~/core/values/today.server";
import { stateOf } from "./form/state";

export const invoiceColumns: Columns<Invoice> = {
  id: (invoice) => invoice.id,
  customer: (invoice) => invoice.customerName,
  email: (invoice) => invoice.billingEmail,
  issued: (invoice) => invoice.issueDate,
  due: (invoice) => invoice.dueDate,
  status: (invoice) => stateOf(invoice, today()),
  completed: (invoice) => invoice.completedAt,
  method: (invoice) => invoice.paymentMethod,
  lines: (invoice) => invoice.lines.length,
  shipping: (invoice) => invoice.shippingCharge / 100,
  tax: (invoice) => invoice.tax / 100,
  total: (invoice) => invoice.totalAmount / 100,
  company: (invoice) => invoice.customerCompany,
};

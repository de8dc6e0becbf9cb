import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { today } from "./days.server";
import { invoiceListing } from "./invoices.server";
import { stateOf } from "./state";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const now = today();
  return exportRows(request, invoiceListing, {
    id: (invoice) => invoice.id,
    customer: (invoice) => invoice.customerName,
    email: (invoice) => invoice.billingEmail,
    issued: (invoice) => invoice.issueDate,
    due: (invoice) => invoice.dueDate,
    status: (invoice) => stateOf(invoice, now),
    completed: (invoice) => invoice.completedAt,
    lines: (invoice) => invoice.lines.length,
    shipping: (invoice) => invoice.shippingCharge / 100,
    tax: (invoice) => invoice.tax / 100,
    total: (invoice) => invoice.totalAmount / 100,
  });
}

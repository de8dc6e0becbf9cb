import { and, eq, gte, lt, lte } from "drizzle-orm";
import { folded } from "db/compare";
import { type InvoiceStatus, invoiceStatuses } from "db/lookups";
import { invoices } from "db/schema";
import { recordId } from "~/lib/ids";
import { listPage } from "~/lib/list.server";
import { likely, type Listing, parseListQuery } from "~/lib/listing.server";
import { only } from "~/lib/only";
import { records } from "~/records/records.server";
import { customerName } from "~/users/customers.server";
import { words } from "~/words";
import { checkInvoice, completeInvoice } from "./complete.server";
import { today } from "./days.server";
import { invoiceStates, stateOf } from "./state";

/** What `stateOf` says of one invoice, of all. */
const isOverdue = () => and(likely(eq(invoices.status, "pending")), likely(lt(invoices.dueDate, today())));

export const invoiceListing: Listing<typeof invoices> = {
  path: "/invoices",
  table: invoices,
  search: [invoices.id, invoices.customerName, invoices.billingEmail],
  filters: {
    status: { label: "Status", options: invoiceStates, by: (state) => (state === "overdue" ? isOverdue() : eq(invoices.status, state as InvoiceStatus)) },
    from: { label: "From", type: "date", by: (day) => gte(invoices.issueDate, day) },
    to: { label: "To", type: "date", by: (day) => lte(invoices.issueDate, day) },
    customer: { label: "Customer", type: "record", title: (id) => customerName(id, invoices, invoices.number), by: (id) => eq(invoices.customerId, recordId(id)) },
  },
  sorts: {
    id: invoices.number,
    customer: folded(invoices.customerName),
    issueDate: invoices.issueDate,
    dueDate: invoices.dueDate,
    total: invoices.totalAmount,
    status: invoices.status,
  },
  sort: "-id",
  tabs: "status",
};

export const invoiceRecords = records<typeof invoices, "id" | "number" | "customerName" | "totalAmount">(invoices, {
  entity: "invoices",
  noun: words.invoices.noun,
  listing: invoiceListing,
  statuses: invoiceStatuses,
  href: (id) => `/invoices/${id}/details`,
  label: (invoice) => invoice.id,
  complete: completeInvoice,
  check: checkInvoice,
  newestBy: invoices.number,
  files: [invoices.customerImage],
});

/** A customer's latest invoices, newest first, with where all of them are. */
export async function latestInvoices(customerId: number, most = 5) {
  const theirs = parseListQuery(invoiceListing, new URLSearchParams({ customer: String(customerId) }));
  const { rows, total } = await listPage(invoiceListing, { ...theirs, size: most });
  const latest = rows.map((invoice) => ({ ...only(invoice, "id", "dueDate", "totalAmount"), state: stateOf(invoice, today()) }));
  return { latest, all: { text: `${total.toLocaleString("en-US")} ${total === 1 ? "invoice" : "invoices"}`, href: `/invoices?customer=${customerId}` } };
}

import { and, desc, eq, gte, lt, lte } from "drizzle-orm";
import { db } from "db";
import { type InvoiceStatus, invoiceStatuses } from "db/lookups";
import { invoices, users } from "db/schema";
import { recordId } from "~/lib/ids";
import { type Listing, listPage, parseListQuery } from "~/lib/list.server";
import { only } from "~/lib/only";
import { records } from "~/records/records.server";
import { words } from "~/words";
import { checkInvoice, completeInvoice } from "./complete.server";
import { today } from "./days.server";
import { invoiceStates, stateOf } from "./state";

/** What `stateOf` says of one invoice, of all. */
const isOverdue = () => and(eq(invoices.status, "pending"), lt(invoices.dueDate, today()));

export const invoiceListing: Listing<typeof invoices> = {
  path: "/invoices",
  table: invoices,
  search: [invoices.id, invoices.customerName, invoices.billingEmail],
  filters: {
    status: { label: "Status", options: invoiceStates, by: (state) => (state === "overdue" ? isOverdue() : eq(invoices.status, state as InvoiceStatus)) },
    from: { label: "From", type: "date", by: (day) => gte(invoices.issueDate, day) },
    to: { label: "To", type: "date", by: (day) => lte(invoices.issueDate, day) },
    customer: { label: "Customer", type: "record", title: customerName, by: (id) => eq(invoices.customerId, recordId(id)) },
  },
  sorts: {
    id: invoices.number,
    customer: invoices.customerName,
    issueDate: invoices.issueDate,
    dueDate: invoices.dueDate,
    total: invoices.totalAmount,
    status: invoices.status,
  },
  sort: "-id",
  tabs: "status",
};

/** The name of a customer, even of one who is gone: then as it stands on their latest invoice. */
async function customerName(id: string): Promise<string | undefined> {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, recordId(id)));
  if (person) return person.name;
  const theirs = eq(invoices.customerId, recordId(id));
  return (await db.select({ name: invoices.customerName }).from(invoices).where(theirs).orderBy(desc(invoices.number)).limit(1))[0]?.name;
}

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

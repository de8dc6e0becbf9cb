import { and, eq, gte, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { textsIn } from "db/compare";
import { isDay } from "db/dates";
import {
  selectBalance,
  selectBalanceOn,
  selectDueDateOn,
  whereInvoiceOpenOn,
  whereInvoiceOverdue,
  whereInvoiceComplete,
} from "db/invoice-conditions";
import { balanceOf, invoiceStateOn, unpaidStatus } from "db/invoice-state";
import type { InvoiceStatus } from "db/lookups";
import { type Invoice, invoices } from "db/schema";
import { capital, howMany } from "~/core/values/noun";
import { may } from "~/core/access/access.server";
import { sumMatching } from "~/core/list/counting.server";
import { formatMoney } from "~/core/values/money";
import type { ListSum } from "~/core/list/list";
import { listPage } from "~/core/list/list-plan.server";
import { dayIn, fromTo, momentIn } from "~/core/list/days.server";
import type { Listing, ListQuery } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { pick } from "~/core/values/pick";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { readStoredSums } from "~/core/list/list-read.server";
import { today } from "~/core/values/today.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { customerFilter } from "~/features/customers/customer-filter.server";
import { invoiceColumns, invoiceLineColumns, invoiceLinesOf } from "./columns.server";
import { invoiceDependents } from "./dependents.server";
import { invoiceFields, invoiceNoun } from "./fields";
import { stampLocks } from "~/features/locking/locking.server";
import { syncPaymentsWithInvoice } from "~/features/payments/marked-payment.server";
import { owedBy } from "~/features/payments/owed.server";
import { releaseCredit } from "~/features/payments/release-credit.server";
import { checkInvoice, deriveInvoiceColumns } from "./derived-columns.server";
import { invoiceStates } from "./invoice-state-text";
import { nameOnOrderAgain } from "./orders-of-invoices.server";
import { daysToPay, methodFilter, storedSums } from "./list-sums.server";

/**
 * Returns the sums below the list: the total, of invoices unpaid now or on a past day the balance instead, and for
 * complete ones also the days to pay.
 */
async function sums(
  query: ListQuery,
  listing: Listing<typeof invoices>,
  stored = readStoredSums(listing, [query])[0],
): Promise<ListSum[]> {
  const { status, open } = query.filters;
  const balance = open ? selectBalanceOn(open) : selectBalance;
  if (open || status === "pending" || status === "overdue")
    return [
      { label: "Balance due", as: "money", value: stored?.total ?? (await sumMatching(listing, query, balance)) },
    ];
  const total = stored?.total ?? (await sumMatching(listing, query, invoices.totalAmount));
  if (status !== "complete") return [{ label: "Total", as: "money", value: total }];
  return [
    { label: "Days to pay", as: "number", value: stored?.days ?? (await sumMatching(listing, query, daysToPay)) },
    { label: "Total", as: "money", value: total },
  ];
}

/** Returns the amount beside the button: the balance that marking as complete confirms, or the total of a paid one. */
export const confirmedAmount = (invoice: Invoice) => {
  const isBalance = invoice.status === unpaidStatus;
  return { cents: isBalance ? balanceOf(invoice) : invoice.totalAmount, isBalance };
};

export const invoiceResource = defineResource({
  table: invoices,
  noun: invoiceNoun,
  fields: invoiceFields,
  permissions: { view: "invoices.view", change: "sales.change" },
  list: {
    path: "/invoices",
    search: (columns) => [invoices.id, ...columns, textsIn(invoices.lines, "title")],
    index: { kind: "invoices", number: invoices.number },
    filters: {
      status: {
        label: "Status",
        options: invoiceStates,
        by: (state) =>
          state === "overdue" ? whereInvoiceOverdue(today()) : eq(invoices.status, state as InvoiceStatus),
      },
      from: { label: "Issued", type: "date", end: "from", by: (day) => gte(invoices.issueDate, day) },
      to: { label: "Issued", type: "date", end: "to", by: (day) => lte(invoices.issueDate, day) },
      dueFrom: { label: "Due", type: "date", end: "from", by: (day) => gte(invoices.dueDate, day) },
      dueTo: { label: "Due", type: "date", end: "to", by: (day) => lte(invoices.dueDate, day) },
      method: {
        label: "Payment method",
        options: methodFilter.options,
        by: (choice) => methodFilter.where(choice, invoices.paymentMethod),
      },
      sent: {
        label: "E-mail",
        options: [
          { value: "no", title: "Not sent" },
          { value: "yes", title: "Sent" },
        ],
        by: (choice) => (choice === "yes" ? isNotNull(invoices.sentAt) : isNull(invoices.sentAt)),
      },
      due: {
        label: "Due",
        type: "days",
        by: (days, { open }) => dayIn(open && isDay(open) ? selectDueDateOn(open) : invoices.dueDate)(days),
      },
      open: {
        label: "Open at the end of",
        type: "link",
        by: (day) => (isDay(day) ? whereInvoiceOpenOn(day) : sql`0`),
      },
      paid: {
        label: "Paid",
        type: "days",
        by: (days) => [whereInvoiceComplete, ...momentIn(invoices.completedAt)(days)],
      },
      customer: customerFilter(invoices, invoices.number),
    },
    sorts: { id: invoices.number },
    sort: "-id",
    dayBuckets: [
      { requestedDays: ({ paid }) => paid, column: invoices.completedAt, sort: invoices.number },
      { requestedDays: fromTo, column: invoices.issueDate, sort: invoices.number },
      { requestedDays: ({ due, open }) => (open ? undefined : due), column: invoices.dueDate, sort: invoices.number },
    ],
    tabs: "status",
    storedSums,
    sums,
    own: {
      hides: { internalNote: "" },
      staffFilters: ["method", "sent"],
      rows: (me) => and(eq(invoices.customerId, me.id), isNull(invoices.deletedAt)),
    },
    columns: invoiceColumns,
    lines: { title: "CSV, a row for each line", columns: invoiceLineColumns, of: invoiceLinesOf },
  },
  import: true,
  completed: ["id", "number", "customerName", "totalAmount"],
  progress: { pending: 0, complete: 1 },
  skipInBulk: ({ lockedHash }, { what }) =>
    what.act === "delete" && lockedHash ? "It is locked. Create a credit note instead." : undefined,
  readableValues: { status: (status) => (typeof status === "string" ? capital(status) : status) },
  href: (id) => `/invoices/${id}/details`,
  label: (invoice) => invoice.id,
  derive: deriveInvoiceColumns,
  check: checkInvoice,
  beforeChange: async (tx, { before, after }, act) => {
    if (!before.deletedAt && after.deletedAt) await releaseCredit(tx, act, before.id);
  },
  newestBy: invoices.number,
  afterWrite: async (tx, written, act) => {
    await nameOnOrderAgain(tx, written, act);
    const followed = await syncPaymentsWithInvoice(tx, written);
    if (written.after.lockedHash) await stampLocks(tx, [written.after.id]);
    return followed;
  },
  confirmedAmount,
  unaudited: ["sentAt", "issuerId", "paid", "credited", "lockedHash"], // each sending and each payment has an entry of its own
  trashWarning: "They become void and keep their numbers.",
  trashWarningAfterMs: 86_400_000,
  dependents: invoiceDependents,
  files: [invoices.customerImage],
});

/**
 * Returns a customer's latest invoices, newest first, with the link to all and, for staff, the open amount; undefined
 * if the reader may see no invoices.
 */
export async function latestInvoices(customerId: number, reader: Reader, most = 5) {
  if (!may(reader, "invoices.view")) return undefined;
  const listing = listingFor(invoiceResource.listing, reader);
  const search = listing.isOwn ? "" : `?customer=${customerId}`;
  const { rows, total } = await listPage(listing, {
    ...parseListQuery(listing, new URLSearchParams(search)),
    size: most,
  });
  const latest = rows.map((invoice) => ({
    ...pick(invoice, "id", "dueDate", "totalAmount"),
    balance: balanceOf(invoice),
    state: invoiceStateOn(invoice, today()),
  }));
  const count = howMany(total, "invoice");
  const owed = listing.isOwn ? 0 : (await owedBy(customerId)).total;
  return {
    latest,
    all: {
      text: owed > 0 ? `${count}, ${formatMoney(owed)} owed` : count,
      href: listing.path + search,
    },
  };
}

/** The rules of `invoice-state.ts` as conditions for queries. */
import { and, eq, gte, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { dayNumber } from "./dates";
import { type InvoiceState, paidStatus, unpaidStatus } from "./invoice-state";
import { allocations, creditNotes, invoices, invoiceTotals, pastDueDates } from "./schema";

export const whereInvoiceUnpaid = eq(invoices.status, unpaidStatus);
export const whereInvoiceComplete = eq(invoices.status, paidStatus);

/** Returns conditions for the invoices that are overdue on a day; an index may serve each of them. */
export const whereInvoiceOverdue = (day: string): SQL[] => [whereInvoiceUnpaid, lt(invoices.dueDate, day)];

/** Returns the condition for the `due` sums in `invoiceTotals` whose invoices are overdue on a day. */
export const whereTotalsOverdue = (day: string): SQL => lt(invoiceTotals.day, dayNumber(day));

/** Condition for the invoices that bill their orders: those that are neither void nor credited in full. */
export const whereInvoiceBills = and(
  isNull(invoices.deletedAt),
  sql`(${invoices.totalAmount} = 0 or ${invoices.totalAmount} > (select coalesce(sum(${creditNotes.totalAmount}), 0) from ${creditNotes} where ${creditNotes.invoiceId} = ${invoices.id}))`,
);

/** SQL of `balanceOf`. */
export const selectBalance = sql<number>`${invoices.totalAmount} - ${invoices.paid} - ${invoices.credited}`;

/** Returns SQL of the balance that an invoice had at the end of a day. */
export const selectBalanceOn = (day: string) =>
  sql<number>`${invoices.totalAmount} - coalesce((select sum(${allocations.amount}) from ${allocations} where ${allocations.invoiceId} = ${invoices.id} and ${allocations.date} <= ${day}), 0)`;

/** Returns SQL of the due date that an invoice had at the end of a day. */
export const selectDueDateOn = (day: string) =>
  sql<string>`coalesce((select ${pastDueDates.dueDate} from ${pastDueDates} where ${pastDueDates.invoiceId} = ${invoices.id} and ${pastDueDates.endDay} > ${dayNumber(day)} order by ${pastDueDates.endDay} limit 1), ${invoices.dueDate})`;

/** Returns conditions for the invoices that had a balance at the end of a past day. */
export const whereInvoiceOpenOn = (day: string): (SQL | undefined)[] => [
  lte(invoices.issueDate, day),
  or(whereInvoiceUnpaid, whereCompletedSince(day)),
  hadBalanceOn(day),
];

/**
 * Returns the condition `whereInvoiceOpenOn` for live invoices, for sums. It lets SQLite find them by status and day of
 * completion, which match few of them: the other columns are hidden from its indexes.
 */
export const whereLiveInvoiceOpenOn = (day: string): SQL | undefined => {
  const isLive = isNull(invoices.deletedAt);
  return and(
    or(and(isLive, whereInvoiceUnpaid), and(isLive, whereCompletedSince(day))),
    sql`+${invoices.issueDate} <= ${day}`,
    hadBalanceOn(day),
  );
};

/** Condition for the invoices completed on a day or later, whichever the time zone of their payments' dates. */
const whereCompletedSince = (day: string) => gte(invoices.completedAt, new Date(day));

/** Condition for the invoices with a balance at the end of a day: one that is open again may have been paid then. */
const hadBalanceOn = (day: string) => sql`${selectBalanceOn(day)} <> 0`;

/** Returns the SQL of `invoiceStateOn`. */
export const selectInvoiceState = (day: string) =>
  sql<InvoiceState>`case when ${and(...whereInvoiceOverdue(day))} then 'overdue' else ${invoices.status} end`;

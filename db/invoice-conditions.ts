/** The rules of `invoice-state.ts` as conditions for queries. */
import { and, eq, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { dayNumber } from "./dates";
import { type InvoiceState, paidStatus, unpaidStatus } from "./invoice-state";
import { allocations, invoices, invoiceTotals, pastDueDates } from "./schema";

export const whereInvoiceUnpaid = eq(invoices.status, unpaidStatus);
export const whereInvoiceComplete = eq(invoices.status, paidStatus);

/** Returns conditions for the invoices that are overdue on a day; an index may serve each of them. */
export const whereInvoiceOverdue = (day: string): SQL[] => [whereInvoiceUnpaid, lt(invoices.dueDate, day)];

/** Returns the condition for the `due` sums in `invoiceTotals` whose invoices are overdue on a day. */
export const whereTotalsOverdue = (day: string): SQL => lt(invoiceTotals.day, dayNumber(day));

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
  or(whereInvoiceUnpaid, gte(invoices.completedAt, new Date(day))), // whichever the time zone of its payment's date
  sql`${selectBalanceOn(day)} <> 0`, // an invoice that is open again may have been paid then
];

/** Returns the SQL of `invoiceStateOn`. */
export const selectInvoiceState = (day: string) =>
  sql<InvoiceState>`case when ${and(...whereInvoiceOverdue(day))} then 'overdue' else ${invoices.status} end`;

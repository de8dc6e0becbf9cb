/** The overdue invoices and the debtors at the end of a period: those of now, or as they were on a past day. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { db } from "db";
import { addDays, daysBetween } from "db/dates";
import {
  selectBalance,
  selectBalanceOn,
  selectDueDateOn,
  whereInvoiceUnpaid,
  whereLiveInvoiceOpenOn,
} from "db/invoice-conditions";
import { debtTotals, invoices, users } from "db/schema";
import { daysText } from "~/core/list/days.server";
import { likely } from "~/core/list/matching.server";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { customerName } from "~/features/customers/customers.server";
import { overdueDays } from "./books.server";
import type { Period } from "../period";

type EndOfPeriod = Pick<Period, "to">;

/** Whether a period has ended, so that its balances are those of its last day. */
export const isPast = ({ to }: EndOfPeriod) => to < today();

/** Returns the filters of the list of invoices that were open, or overdue, at the end of a past day. */
export const openOnFilters = (day: string) => ({ open: day });
export const overdueOnFilters = (day: string) => ({ open: day, due: daysText("", addDays(day, -1)) });

export const invoicesHref = (filters: Record<string, string>) => `/invoices?${new URLSearchParams(filters).toString()}`;

const invoiceColumns = pick(invoices, "id", "customerId", "customerName", "customerImage", "dueDate");

/**
 * The invoices that became due first. On which days those were is known already, so that no paid one of other days is
 * looked at.
 */
export const overdueQuery = (dueDays: string[], most: number) =>
  db
    .select({ ...invoiceColumns, balance: selectBalance })
    .from(invoices)
    .where(and(isNull(invoices.deletedAt), inArray(invoices.dueDate, dueDays), likely(whereInvoiceUnpaid)))
    .orderBy(invoices.dueDate, invoices.id)
    .limit(most);

/** The invoices that were overdue at the end of a past day, those that became due first. */
export const overdueOnQuery = (day: string, most: number) =>
  db
    .select({ ...invoiceColumns, dueDate: selectDueDateOn(day), balance: selectBalanceOn(day) })
    .from(invoices)
    .where(and(whereLiveInvoiceOpenOn(day), lt(selectDueDateOn(day), day)))
    .orderBy(asc(selectDueDateOn(day)), invoices.id)
    .limit(most);

/** Returns the invoices that are overdue at the end of the period, with their balance and days late. */
export async function overdueInvoices({ to }: EndOfPeriod, most: number) {
  const days = isPast({ to }) ? [] : await overdueDays(most);
  const rows = isPast({ to }) ? await overdueOnQuery(to, most) : days.length > 0 ? await overdueQuery(days, most) : [];
  return rows.map((invoice) => ({ ...invoice, daysLate: daysBetween(invoice.dueDate, to) }));
}

export const debtorsQuery = (most: number) =>
  db
    .select({
      ...pick(debtTotals, "customerId", "invoices", "total"),
      customerName: users.name,
      customerImage: users.image,
    })
    .from(debtTotals)
    .leftJoin(users, eq(users.id, debtTotals.customerId))
    .where(and(gt(debtTotals.total, 0), gt(debtTotals.customerId, 0)))
    .orderBy(desc(debtTotals.total), debtTotals.customerId)
    .limit(most);

const debtOn = (day: string) => ({ invoices: sql<number>`count(*)`, total: sql<number>`sum(${selectBalanceOn(day)})` });

/** The customers who owed the most at the end of a past day. */
export function debtorsOnQuery(day: string, most: number) {
  const { invoices: count, total } = debtOn(day);
  return db
    .select({
      customerId: sql<number>`${invoices.customerId}`,
      invoices: count,
      total,
      customerName: users.name,
      customerImage: users.image,
    })
    .from(invoices)
    .leftJoin(users, eq(users.id, invoices.customerId))
    .where(and(whereLiveInvoiceOpenOn(day), sql`+${invoices.customerId} is not null`))
    .groupBy(sql`+${invoices.customerId}`) // by customer SQLite would read all invoices
    .orderBy(desc(total), invoices.customerId)
    .limit(most);
}

/** Returns the customers who owe the most at the end of the period, with the link to their open invoices. */
export async function largestDebtors({ to }: EndOfPeriod, most: number) {
  const rows = await (isPast({ to }) ? debtorsOnQuery(to, most) : debtorsQuery(most));
  const named = rows.map(async (debtor) => ({
    ...debtor,
    customerName:
      debtor.customerName ??
      (await customerName(String(debtor.customerId), invoices, invoices.number)) ??
      `Customer ${debtor.customerId}`,
    href: debtHref({ to }, String(debtor.customerId)),
  }));
  return Promise.all(named);
}

/**
 * Returns the open amount at the end of the period of invoices whose customer was never in the directory; undefined if
 * there is none.
 */
export async function owedByNobody({ to }: EndOfPeriod) {
  const [row] = await (isPast({ to })
    ? db
        .select(debtOn(to))
        .from(invoices)
        .where(and(whereLiveInvoiceOpenOn(to), sql`+${invoices.customerId} is null`))
    : db
        .select(pick(debtTotals, "invoices", "total"))
        .from(debtTotals)
        .where(eq(debtTotals.customerId, 0)));
  return row && row.total > 0 ? { ...row, href: debtHref({ to }, "0") } : undefined;
}

const debtHref = ({ to }: EndOfPeriod, customer: string) =>
  invoicesHref({ customer, ...(isPast({ to }) ? openOnFilters(to) : { status: "pending" }) });

/** Returns the links to all open and all overdue invoices at the end of the period, for its tables. */
export const debtLinks = ({ to }: EndOfPeriod) => ({
  overdue: invoicesHref({ ...(isPast({ to }) ? overdueOnFilters(to) : { status: "overdue" }), sort: "dueDate" }),
  open: invoicesHref({ ...(isPast({ to }) ? openOnFilters(to) : { status: "pending" }), sort: "customer" }),
});

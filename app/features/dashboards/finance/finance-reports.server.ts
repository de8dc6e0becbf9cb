/** The tables of the finance dashboard, and where the invoices are that it counts. */
import { and, desc, eq, gt, gte, inArray, isNull, lte, ne } from "drizzle-orm";
import { db } from "db";
import { daysBetween } from "db/dates";
import { selectBalance, whereInvoiceUnpaid } from "db/invoice-conditions";
import { debtTotals, invoices, payments, users } from "db/schema";
import { daysText } from "~/core/list/days.server";
import { likely } from "~/core/list/matching.server";
import { formatPercent } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { taxReport } from "./tax-report.server";
import { customerName } from "~/features/customers/customers.server";
import { type Age, overdueDays } from "./books.server";
import type { Days, Period } from "../period";
import type { Report } from "../reports.server";

export const invoicesHref = (filters: Record<string, string>) => `/invoices?${new URLSearchParams(filters).toString()}`;

/** Returns filters for what is open today, without what is issued later. */
export const openFilters = ({ later }: Pick<Age, "later">) => ({
  status: "pending",
  ...(later !== 0 && { to: today() }),
});

/** Returns the link to the invoices paid in a period. */
export const paidHref = ({ from, to }: Days, more: Record<string, string> = {}) =>
  invoicesHref({ status: "complete", paid: daysText(from, to), ...more });

/** Returns the link to the payments of a period. */
export const paymentsHref = ({ from, to }: Days, more: Record<string, string> = {}) =>
  `/payments?${new URLSearchParams({ days: daysText(from, to), ...more }).toString()}`;

const invoiceColumns = pick(invoices, "id", "customerId", "customerName", "customerImage");

/**
 * The invoices that became due first. On which days those were is known already, so that no paid one of other days is
 * looked at.
 */
export const overdueQuery = (dueDays: string[], most: number) =>
  db
    .select({ ...invoiceColumns, dueDate: invoices.dueDate, balance: selectBalance })
    .from(invoices)
    .where(and(isNull(invoices.deletedAt), inArray(invoices.dueDate, dueDays), likely(whereInvoiceUnpaid)))
    .orderBy(invoices.dueDate, invoices.id)
    .limit(most);

async function overdue(_: Period, most: number) {
  const days = await overdueDays(most);
  const rows = days.length > 0 ? await overdueQuery(days, most) : [];
  const now = today();
  return rows.map((invoice) => ({ ...invoice, daysLate: daysBetween(invoice.dueDate, now) }));
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

async function debtors(_: Period, most: number) {
  const rows = await debtorsQuery(most);
  const named = rows.map(async (debtor) => ({
    ...debtor,
    customerName:
      debtor.customerName ??
      (await customerName(String(debtor.customerId), invoices, invoices.number)) ??
      `Customer ${debtor.customerId}`,
    href: invoicesHref({ customer: String(debtor.customerId), status: "pending" }),
  }));
  return Promise.all(named);
}

/** Returns the open amount of invoices whose customer was never in the directory; undefined if there is none. */
export async function owedByNobody() {
  const [row] = await db
    .select(pick(debtTotals, "invoices", "total"))
    .from(debtTotals)
    .where(and(eq(debtTotals.customerId, 0), gt(debtTotals.total, 0)));
  return row && { ...row, href: invoicesHref({ customer: "0", status: "pending" }) };
}

/** The latest payments and refunds of a period. */
export const paymentsQuery = ({ from, to }: Days, most: number) =>
  db
    .select({
      ...pick(payments, "id", "kind", "date", "amount", "method", "customerId", "customerName", "allocations"),
      customerImage: users.image,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.customerId))
    .where(
      and(isNull(payments.deletedAt), gte(payments.date, from), lte(payments.date, to), ne(payments.kind, "credit")),
    )
    .orderBy(desc(payments.date), desc(payments.id))
    .limit(most);

async function latestPayments(period: Period, most: number) {
  const rows = await paymentsQuery(period, most);
  return rows.map(({ allocations, kind, amount, ...payment }) => ({
    ...payment,
    amount: kind === "refund" ? -amount : amount,
    invoices: allocations.map(({ invoiceId }) => invoiceId),
  }));
}

const report = <Row>(of: Report<Row>) => of;

export const financeReports = {
  overdue: report({
    now: true,
    rows: overdue,
    columns: {
      invoice: ({ id }) => id,
      customer: ({ customerName }) => customerName,
      due: ({ dueDate }) => dueDate,
      "days late": ({ daysLate }) => daysLate,
      amount: ({ balance }) => ({ cents: balance }),
    },
  }),
  debtors: report({
    now: true,
    rows: debtors,
    columns: {
      customer: ({ customerId }) => customerId,
      name: ({ customerName }) => customerName,
      invoices: ({ invoices }) => invoices,
      owed: ({ total }) => ({ cents: total }),
    },
  }),
  payments: report({
    rows: latestPayments,
    columns: {
      payment: ({ id }) => id,
      customer: ({ customerName }) => customerName,
      method: ({ method }) => method,
      date: ({ date }) => date,
      invoices: ({ invoices }) => invoices.join(", "),
      amount: ({ amount }) => ({ cents: amount }),
    },
  }),
  taxes: report({
    rows: async (period, most) => (await taxReport(period)).slice(0, most),
    columns: {
      tax: ({ name }) => name,
      rate: ({ rate }) => (rate === null ? "" : formatPercent(rate)),
      category: ({ category }) => category,
      sales: ({ sales }) => ({ cents: sales }),
      credits: ({ credits }) => ({ cents: credits }),
      net: ({ net }) => ({ cents: net }),
      amount: ({ tax }) => ({ cents: tax }),
    },
  }),
};

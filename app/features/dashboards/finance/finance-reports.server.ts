/** The tables of the finance dashboard, and where the invoices are that it counts. */
import { and, desc, eq, gte, isNull, lte, ne } from "drizzle-orm";
import { db } from "db";
import { payments, users } from "db/schema";
import { daysText } from "~/core/list/days.server";
import { formatPercent } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { taxReport } from "./tax-report.server";
import type { Age } from "./books.server";
import { invoicesHref, largestDebtors, overdueInvoices } from "./debts.server";
import type { Days, Period } from "../period";
import type { Report } from "../reports.server";

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
    isStanding: true,
    rows: overdueInvoices,
    columns: {
      invoice: ({ id }) => id,
      customer: ({ customerName }) => customerName,
      due: ({ dueDate }) => dueDate,
      "days late": ({ daysLate }) => daysLate,
      amount: ({ balance }) => ({ cents: balance }),
    },
  }),
  debtors: report({
    isStanding: true,
    rows: largestDebtors,
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

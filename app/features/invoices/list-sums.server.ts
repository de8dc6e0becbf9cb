/** Sums of invoices from the stored daily sums in `invoiceTotals`. */
import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { dayNumber } from "db/dates";
import { whereTotalsOverdue } from "db/invoice-conditions";
import { paymentMethods } from "db/lookups";
import { invoices, invoiceTotals } from "db/schema";
import { daysIn } from "~/core/list/days.server";
import type { ListQuery, StoredSums } from "~/core/list/listing.server";
import { today } from "~/core/values/today.server";
import { methodFilterOf } from "~/features/payments/method-filter.server";

/** The filter of invoices, or of sums of them, by method of payment. */
export const methodFilter = methodFilterOf(paymentMethods);

/**
 * SQL for the days from issue to completion; null if not complete. The view `invoice_days` uses the same expression.
 */
export const daysToPay = sql<number | null>`day_of(${invoices.completedAt}) - unixepoch(${invoices.issueDate}) / 86400`;

/**
 * Returns the stored counts, sums (in cents) and sums of `daysToPay` for lists filtered by issue date, by due date if
 * open, or by payment date if complete; undefined for any other filter.
 */
export function storedSums({ q, filters, trash }: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined {
  const { method, ...narrowed } = filters;
  const rows = whereStoredRows(narrowed);
  if (q || trash || !rows) return undefined;
  const { invoices, total, days } = invoiceTotals;
  const where = and(rows, method ? methodFilter.where(method, invoiceTotals.method) : undefined);
  return { table: invoiceTotals, sums: { rows: invoices, total, days }, where };
}

function whereStoredRows({ status, from, to, due, paid, ...others }: Record<string, string>): SQL | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (from || to || !(status || due || paid)) return status || due || paid ? undefined : ofDays("issued", from, to);
  if (status === "complete" || !status) return due ? undefined : ofRange("paid", paid);
  const late = status === "overdue" ? whereTotalsOverdue(today()) : undefined;
  return paid ? undefined : and(ofRange("due", due), late);
}

function ofRange(kind: "paid" | "due", days = "") {
  const { from, to } = daysIn(days) ?? {};
  return ofDays(kind, from, to);
}

function ofDays(kind: "issued" | "paid" | "due", from?: string, to?: string) {
  const { day } = invoiceTotals;
  return and(
    eq(invoiceTotals.kind, kind),
    from ? gte(day, dayNumber(from)) : undefined,
    to ? lte(day, dayNumber(to)) : undefined,
  );
}

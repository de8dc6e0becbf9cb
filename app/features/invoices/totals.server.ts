/** What invoices come to, from the sums that the database keeps of them by day, see `invoiceTotals`. */
import { and, type AnyColumn, eq, gte, lt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { dayNumber } from "db/dates";
import { paymentMethods } from "db/lookups";
import { invoices, invoiceTotals } from "db/schema";
import { daysIn } from "~/core/list/days.server";
import type { ListQuery } from "~/core/list/listing.server";
import { today } from "~/core/values/today.server";

/** The payment methods that a list may be narrowed to. The last stands for every other, and for none. */
export const otherMethod = "Other";
export const methodChoices = [
  ...paymentMethods.map(({ value, title }) => ({ value, title })),
  { value: otherMethod, title: "Other or none" },
];

const knownMethods: string[] = paymentMethods.map(({ value }) => value);

/** The one of `methodChoices` that a method is counted with. */
export const methodChoice = (method: string) => (knownMethods.includes(method) ? method : otherMethod);

/** The invoices, or sums of them, whose method is counted with this choice. */
export const hasMethod = (choice: string, method: AnyColumn): SQL =>
  choice === otherMethod ? notInArray(method, knownMethods) : eq(method, choice);

/**
 * How many days passed from the day of issue to that of completion; nothing for what is not complete. The view
 * `invoice_days` has the same.
 */
export const daysToPay = sql<number | null>`day_of(${invoices.completedAt}) - unixepoch(${invoices.issueDate}) / 86400`;

interface Sums {
  /** Invoices. */
  rows: number;
  /** In cents. */
  total: number;
  /** Of those that are complete: `daysToPay`, added up. */
  days: number;
}

/**
 * How many invoices a list has and what they come to, where kept sums can say it: of days of issue, of what is open by
 * due days, and of what is complete by days of payment. Nothing otherwise.
 */
export async function storedSums({
  q,
  filters,
  trash,
}: Pick<ListQuery, "q" | "filters" | "trash">): Promise<Sums | undefined> {
  const { method, ...narrowed } = filters;
  const rows = keptRows(narrowed);
  if (q || trash || !rows) return undefined;
  const sum = (column: AnyColumn) => sql<number>`coalesce(sum(${column}), 0)`;
  const [sums] = await db
    .select({ rows: sum(invoiceTotals.invoices), total: sum(invoiceTotals.total), days: sum(invoiceTotals.days) })
    .from(invoiceTotals)
    .where(and(rows, method ? hasMethod(method, invoiceTotals.method) : undefined));
  return sums;
}

function keptRows({ status, from, to, due, paid, ...others }: Record<string, string>): SQL | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (from || to || !(status || due || paid)) return status || due || paid ? undefined : ofDays("issued", from, to);
  if (status === "complete" || !status) return due ? undefined : ofRange("paid", paid);
  const late = status === "overdue" ? lt(invoiceTotals.day, dayNumber(today())) : undefined;
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

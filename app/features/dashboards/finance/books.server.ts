/** Invoices issued and paid in any period, and open or overdue at the end of any day, from the stored daily sums. */
import { and, type AnyColumn, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { addDays, dayNumber, dayOfNumber } from "db/dates";
import {
  selectBalance,
  selectBalanceOn,
  selectDueDateOn,
  whereInvoiceUnpaid,
  whereLiveInvoiceOpenOn,
  whereTotalsOverdue,
} from "db/invoice-conditions";
import { isPastDue } from "db/invoice-state";
import { invoices, invoiceTotals } from "db/schema";
import { today } from "~/core/values/today.server";
import type { Days } from "../period";

/** Open invoices in one range of days past the due date. */
export interface Age {
  isLate: boolean;
  /** Range of due dates; an open end is undefined. */
  from?: string;
  to?: string;
  /** Sum in cents. */
  total: number;
  /** Sum in cents of the open invoices that are issued later; 0 on past days. */
  later: number;
}

/** Ranges of days past the due date. */
const ages: { least?: number; most?: number }[] = [
  { most: 0 },
  { least: 1, most: 30 },
  { least: 31, most: 60 },
  { least: 61, most: 90 },
  { least: 91 },
];

/** Returns the ranges of due dates on a day: not due yet, and late by up to 30, 60 and 90 days, and by more. */
export const agesOn = (day: string): Range[] =>
  ages.map(({ least, most }) => ({
    from: most === undefined ? undefined : addDays(day, -most),
    to: least === undefined ? undefined : addDays(day, -least),
  }));

/** Returns what was open at the end of a day of the invoices issued by then, by the ranges of `agesOn`. */
export async function openByAge(day: string): Promise<Age[]> {
  const dueDays = agesOn(day);
  const isPast = day < today();
  const totals = await (isPast ? openOn(day, dueDays) : openNow(dueDays));
  const later = isPast ? [] : await openOfLater(day, dueDays);
  return dueDays.map(({ from, to }, at) => ({
    from,
    to,
    isLate: to !== undefined && isPastDue(to, day),
    total: (totals[at] ?? 0) - (later[at] ?? 0),
    later: later[at] ?? 0,
  }));
}

type Range = Pick<Age, "from" | "to">;

/** Sums a balance by ranges of due dates. `of` converts a day to what `due` holds. */
export const sumsByRange = (
  balance: SQL | AnyColumn,
  due: SQL | AnyColumn,
  ranges: Range[],
  of: (day: string) => string | number,
) => {
  const sums = ranges.map(
    ({ from, to }) =>
      sql`coalesce(sum(${balance}) filter (where ${and(from ? sql`${due} >= ${of(from)}` : undefined, to ? sql`${due} <= ${of(to)}` : undefined)}), 0)`,
  );
  return { totals: sql<string>`json_array(${sql.join(sums, sql`, `)})` };
};

async function openNow(ranges: Range[]): Promise<number[]> {
  const [row] = await db
    .select(sumsByRange(invoiceTotals.total, invoiceTotals.day, ranges, dayNumber))
    .from(invoiceTotals)
    .where(eq(invoiceTotals.kind, "due"));
  return JSON.parse(row?.totals ?? "[]") as number[];
}

/** Returns what is open of the invoices issued after a day. */
async function openOfLater(day: string, ranges: Range[]): Promise<number[]> {
  const [row] = await db
    .select(sumsByRange(selectBalance, invoices.dueDate, ranges, (text) => text))
    .from(invoices)
    .where(and(isNull(invoices.deletedAt), gt(invoices.issueDate, day), whereInvoiceUnpaid));
  return JSON.parse(row?.totals ?? "[]") as number[];
}

async function openOn(day: string, ranges: Range[]): Promise<number[]> {
  const [row] = await db
    .select(sumsByRange(selectBalanceOn(day), selectDueDateOn(day), ranges, (text) => text))
    .from(invoices)
    .where(whereLiveInvoiceOpenOn(day));
  return JSON.parse(row?.totals ?? "[]") as number[];
}

const kinds = ["issued", "paid", "settled", "late", "collected"] as const;

export interface Sums {
  invoices: number;
  total: number;
  /** Sum of the days from issue to completion of the paid invoices. */
  days: number;
}

type Kind = (typeof kinds)[number];

export interface Books {
  /** Returns the sums of invoices issued or paid, or of payments, in a period; without `to` it has no end. */
  sumIn(kind: Kind, days: { from: string; to?: string }): Sums;
  /** Returns the sum that was open at the end of a day. */
  openAt(day: string): number;
  /** Returns the sum that was overdue on a day, including invoices paid since. */
  lateAt(day: string): number;
}

/**
 * Returns the books from a first day on. Earlier totals are derived backwards from the current ones, so that nothing
 * before the first day is read.
 */
export async function booksSince(firstDay: string, open: Age[]): Promise<Books> {
  const running = await runningSums(firstDay);
  const sumIn: Books["sumIn"] = (kind, { from, to }) => {
    const end = running(kind, to ? dayNumber(to) : Infinity);
    const before = running(kind, dayNumber(from) - 1);
    return { invoices: end.invoices - before.invoices, total: end.total - before.total, days: end.days - before.days };
  };
  const now = today();
  const openNow = open.reduce((sum, { total }) => sum + total, 0);
  const openEver = open.reduce((sum, { later }) => sum + later, openNow);
  const lateNow = open.reduce((sum, { isLate, total }) => (isLate ? sum + total : sum), 0);
  const since = (kind: Kind, day: string, to?: string) => sumIn(kind, { from: addDays(day, 1), to }).total;
  return {
    sumIn,
    openAt: (day) => (day >= now ? openNow : openEver - since("issued", day) + since("settled", day)),
    lateAt: (day) => (day >= now ? lateNow : lateNow - since("late", day, now)),
  };
}

const nothing: Sums = { invoices: 0, total: 0, days: 0 };

/** Returns a function that gives the running sums of a kind from `firstDay` to the end of a day. */
async function runningSums(firstDay: string): Promise<(kind: Kind, day: number) => Sums> {
  const { kind, day, invoices, total, days } = invoiceTotals;
  const moved = await db
    .select({
      kind,
      day,
      invoices: sql<number>`sum(${invoices})`,
      total: sql<number>`sum(${total})`,
      days: sql<number>`sum(${days})`,
    })
    .from(invoiceTotals)
    .where(and(inArray(kind, [...kinds]), gte(day, dayNumber(firstDay))))
    .groupBy(kind, day)
    .orderBy(kind, day);
  const sums = new Map<string, (Sums & { day: number })[]>();
  for (const row of moved) {
    const of = sums.get(row.kind) ?? [];
    const last = of.at(-1) ?? nothing;
    of.push({
      day: row.day,
      invoices: last.invoices + row.invoices,
      total: last.total + row.total,
      days: last.days + row.days,
    });
    sums.set(row.kind, of);
  }
  return (kind, day) => lastUntil(sums.get(kind) ?? [], day) ?? nothing;
}

/** The last of some rows in the order of days that is not after a day. */
function lastUntil<Row extends { day: number }>(rows: Row[], day: number): Row | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.day ?? day) <= day) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

/** The first days on which something overdue was due, as many as it takes to have so many invoices, or all. */
export async function overdueDays(most: number): Promise<string[]> {
  const { kind, day, invoices } = invoiceTotals;
  const rows = await db
    .select({ day, invoices: sql<number>`sum(${invoices})` })
    .from(invoiceTotals)
    .where(and(eq(kind, "due"), gt(invoices, 0), whereTotalsOverdue(today())))
    .groupBy(day)
    .orderBy(day)
    .limit(most);
  let found = 0;
  return rows.filter(({ invoices }) => (found += invoices) - invoices < most).map(({ day }) => dayOfNumber(day));
}

/** Returns the sum collected in a period by payment method, in cents. */
export async function collectedByMethod({ from, to }: Days): Promise<{ method: string; total: number }[]> {
  const { kind, day, method, total } = invoiceTotals;
  const collected = and(eq(kind, "collected"), gte(day, dayNumber(from)), lte(day, dayNumber(to)));
  return db
    .select({ method, total: sql<number>`sum(${total})` })
    .from(invoiceTotals)
    .where(collected)
    .groupBy(method);
}

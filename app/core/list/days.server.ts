/** Date ranges in URLs, such as `2026-11-01..2026-11-21`, and SQL conditions for them. */
import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { timeZone } from "db/company-settings";
import { addDays, addMonths, endOfMonth, isDay, startOfDay, startOfNextDay } from "db/dates";
import { today } from "~/core/values/today.server";

/** Parses a range such as `2026-11-01..2026-11-21`. Either day may be missing, but not both. */
export function daysIn(text: string): { from: string | undefined; to: string | undefined } | undefined {
  const parts = text.split("..");
  const sound = parts.length === 2 && text !== ".." && parts.every((part) => part === "" || isDay(part));
  return sound ? { from: parts[0] || undefined, to: parts[1] || undefined } : undefined;
}

/** Formats a range as a `days` filter expects it. */
export const daysText = (from = "", to = "") => `${from}..${to}`;

/** Returns the range of two filters, one for the first and one for the last day; undefined if neither is set. */
export const fromTo = ({ from, to }: Record<string, string>) => (from || to ? daysText(from, to) : undefined);

/** SQL condition: the time is within these days, both inclusive, in the configured time zone. */
export const onDays = (column: AnySQLiteColumn, { from, to }: { from: string; to: string }) =>
  and(gte(column, startOfDay(from, timeZone())), lt(column, startOfNextDay(to, timeZone())));

/** Returns conditions for a `days` filter on a column of timestamps, in the configured time zone. */
export const momentIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [
    from ? gte(column, startOfDay(from, timeZone())) : undefined,
    to ? lt(column, startOfNextDay(to, timeZone())) : undefined,
  ];
};

/** Returns conditions for a `days` filter on a column of dates. */
export const dayIn = (column: AnySQLiteColumn | SQL) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [from ? sql`${column} >= ${from}` : undefined, to ? sql`${column} <= ${to}` : undefined];
};

export interface Span {
  /** Its name in URLs, which stands for other days tomorrow than today. */
  value: string;
  title: string;
  from: string;
  to: string;
}

/** Returns the named range, such as `this-month`, as of today. */
export const periodByName = (word: string) =>
  usualSpans(today()).find(({ value }) => value === word.trim().toLowerCase());

/** Returns the most common ranges, as of `today`. */
export function usualSpans(today: string): Span[] {
  const thisMonth = `${today.slice(0, 8)}01`;
  const lastMonth = addMonths(thisMonth, -1);
  const year = today.slice(0, 4);
  return [
    { value: "today", title: "Today", from: today, to: today },
    { value: "last-7-days", title: "Last 7 days", from: addDays(today, -6), to: today },
    { value: "last-30-days", title: "Last 30 days", from: addDays(today, -29), to: today },
    { value: "this-month", title: "This month", from: thisMonth, to: endOfMonth(thisMonth) },
    { value: "last-month", title: "Last month", from: lastMonth, to: endOfMonth(lastMonth) },
    { value: "this-year", title: "This year", from: `${year}-01-01`, to: `${year}-12-31` },
  ];
}

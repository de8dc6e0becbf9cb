/** Days in an address, such as `2026-11-01..2026-11-21`, and what lies on them. */
import { and, gte, lt, lte } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { config } from "config";
import { addDays, addMonths, endOfMonth, isDay, startOfDay, startOfNextDay } from "db/dates";
import { today } from "~/core/values/today.server";

/** What `2026-11-01..2026-11-21` says; either day may be left out, not both. */
export function daysIn(text: string): { from: string | undefined; to: string | undefined } | undefined {
  const parts = text.split("..");
  const sound = parts.length === 2 && text !== ".." && parts.every((part) => part === "" || isDay(part));
  return sound ? { from: parts[0] || undefined, to: parts[1] || undefined } : undefined;
}

/** Days as such a filter has them. */
export const daysText = (from = "", to = "") => `${from}..${to}`;

/** The same for two filters, one of the first day and one of the last, where either is asked for. */
export const fromTo = ({ from, to }: Record<string, string>) => (from || to ? daysText(from, to) : undefined);

/** What lies on certain days, the first and the last included, as days are counted here. */
export const onDays = (column: AnySQLiteColumn, { from, to }: { from: string; to: string }) =>
  and(gte(column, startOfDay(from, config.timeZone)), lt(column, startOfNextDay(to, config.timeZone)));

/** For a filter of `days`: what lies on them as days are counted here, of a column of moments. */
export const momentIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [
    from ? gte(column, startOfDay(from, config.timeZone)) : undefined,
    to ? lt(column, startOfNextDay(to, config.timeZone)) : undefined,
  ];
};

/** The same of a column of days. */
export const dayIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [from ? gte(column, from) : undefined, to ? lte(column, to) : undefined];
};

export interface Span {
  /** How an address says it, so that it means other days on another day. */
  value: string;
  title: string;
  from: string;
  to: string;
}

/** A word that stands for days, such as `this-month`, as the days that it means today. */
export const spanCalled = (word: string) =>
  usualSpans(today()).find(({ value }) => value === word.trim().toLowerCase());

/** The days that people ask for most, `today` being the last there is. */
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

/** Comparisons in the search box: `total>100`, `due<today`, `stock:0`. */
import { eq, gt, gte, lt, lte, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { timeZone } from "db/company-settings";
import { addDays, dayAt, isDay, startOfDay, startOfNextDay } from "db/dates";
import { periodByName } from "./days.server";
import type { Sign, Term } from "./parse-search";
import { hundredthsOf, parseMoney } from "~/core/values/money";

/**
 * A column and the format in which people type its values: an amount in cents, a whole number, hundredths, a timestamp,
 * or a date as text.
 */
export interface ComparableField {
  as: "money" | "number" | "hundredths" | "moment" | "day";
  by: AnySQLiteColumn;
}

/** Returns the conditions of a term on a field, or a sentence about why it is invalid. */
export function fieldCondition({ as, by }: ComparableField, term: Term): { conditions: SQL[] } | { problem: string } {
  if (as === "moment" || as === "day") {
    const days = daysOf(term.value);
    if (!days)
      return {
        problem: `“${term.written}” is no day: write it like ${term.name}${term.sign}2026-11-21, or today, yesterday, tomorrow, -7d.`,
      };
    return { conditions: onSide(by, as, term.sign, days) };
  }
  const value = numberOf(as, term.value);
  if (value === undefined)
    return { problem: `“${term.written}” is no number: write it like ${term.name}${term.sign}100.` };
  return { conditions: [compare[term.sign](by, value)] };
}

const compare = { ":": eq, ">": gt, ">=": gte, "<": lt, "<=": lte } as const;

function numberOf(as: ComparableField["as"], written: string): number | undefined {
  const text = written.replace(/^\$/, "");
  if (as === "money") return parseMoney(text);
  if (as === "number") return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return /^\d{1,5}(\.\d+)?$/.test(text) ? hundredthsOf(Number(text)) : undefined;
}

interface Days {
  from: string;
  to: string;
}

const relativeDays: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Parses a day, a month, a named range, or days relative to today, in the configured time zone. */
function daysOf(written: string): Days | undefined {
  const text = written.toLowerCase();
  const away = Object.hasOwn(relativeDays, text)
    ? relativeDays[text]
    : /^[+-]?\d{1,4}d$/.test(text)
      ? Number.parseInt(text)
      : undefined;
  const day = away === undefined ? text : addDays(dayAt(new Date(), timeZone()), away);
  const span = periodByName(text);
  if (span) return { from: span.from, to: span.to };
  if (isDay(day)) return { from: day, to: day };
  if (!/^\d{4}-\d{2}$/.test(text) || !isDay(`${text}-01`)) return undefined;
  const next = addDays(`${text}-28`, 4).slice(0, 7);
  return { from: `${text}-01`, to: addDays(`${next}-01`, -1) };
}

function onSide(by: AnySQLiteColumn, as: "moment" | "day", sign: Sign, { from, to }: Days): SQL[] {
  const start = (day: string) => (as === "day" ? day : startOfDay(day, timeZone()));
  const end = (day: string) => (as === "day" ? addDays(day, 1) : startOfNextDay(day, timeZone()));
  const since = (moment: string | Date) => gte(by, moment);
  const before = (moment: string | Date) => lt(by, moment);
  if (sign === ">") return [since(end(to))];
  if (sign === ">=") return [since(start(from))];
  if (sign === "<") return [before(start(from))];
  if (sign === "<=") return [before(end(to))];
  return [since(start(from)), before(end(to))];
}

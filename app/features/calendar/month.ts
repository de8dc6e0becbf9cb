/**
 * Reads the calendar's URL: `?month=2026-11`, `?month=11&year=2026` from a form without scripts, or
 * `?day=2026-11-21`, with `view=week` only for its week. Browser-safe.
 */
import { addDays, addMonths, dayNumber, endOfMonth, isDay, weekdayOf } from "db/dates";

interface ShownMonth {
  /** Month such as `2026-11`. */
  month: string;
  /** The selected day; by default today, if it is in the month. */
  day?: string;
  /** Why the requested period is not available, as a sentence. */
  notice?: string;
}

/** The first and the last day there are: an invoice can be due on these, and on none outside. */
const [first, last] = ["1900-01-01", "2999-12-31"];
export const [firstYear, lastYear] = [1900, 2999];

export const monthOf = (day: string) => day.slice(0, 7);

export type CalendarView = "month" | "week";

export const readView = (params: URLSearchParams): CalendarView => (params.get("view") === "week" ? "week" : "month");

/** Reads the requested period. An unavailable one is replaced by the nearest, with a notice. */
export function readMonth(params: URLSearchParams, today: string): ShownMonth {
  const [month, day] = [monthIn(params), params.get("day")?.trim() ?? ""];
  if (!day) return requestedMonth(month, today);
  const shown = requestedDay(day, today);
  const isElsewhere = !shown.notice && /^\d{4}-\d{2}$/.test(month) && month !== shown.month;
  return isElsewhere
    ? { ...shown, notice: `That day is not in the month of the address. This is ${monthTitle(shown.month)}.` }
    : shown;
}

/** Returns a month such as `2026-11`, also from separate month and year parameters. */
function monthIn(params: URLSearchParams): string {
  const [month, year] = [params.get("month")?.trim() ?? "", params.get("year")?.trim() ?? ""];
  return /^\d{1,2}$/.test(month) && year !== "" ? `${year.padStart(4, "0")}-${month.padStart(2, "0")}` : month;
}

function requestedMonth(text: string, today: string): ShownMonth {
  if (!text) return ofToday(today);
  if (!isDay(`${text}-01`))
    return { ...ofToday(today), notice: `There is no month “${short(text)}”. This is ${monthTitle(monthOf(today))}.` };
  const month = monthOf(clampDay(`${text}-01`));
  const shown = month === monthOf(today) ? ofToday(today) : { month };
  return month === text ? shown : { ...shown, notice: outOfRangeMessage(month) };
}

function requestedDay(text: string, today: string): ShownMonth {
  const day = isDay(text) ? text : lastOfMonth(text);
  if (!day)
    return { ...ofToday(today), notice: `There is no day “${short(text)}”. This is ${monthTitle(monthOf(today))}.` };
  const kept = clampDay(day);
  const notice =
    kept !== day
      ? outOfRangeMessage(monthOf(kept))
      : day !== text
        ? `${monthTitle(monthOf(day))} ends on day ${Number(day.slice(8))}, so that is the day shown.`
        : undefined;
  return { month: monthOf(kept), day: kept, notice };
}

const ofToday = (today: string): ShownMonth => ({ month: monthOf(today), day: today });
const clampDay = (day: string) => (day < first ? first : day > last ? last : day);
const outOfRangeMessage = (month: string) =>
  `The calendar goes from January 1900 to December 2999. This is ${monthTitle(month)}.`;
const short = (text: string) => text.slice(0, 20);

/** Returns the last day of the month for a day it does not have, such as `2026-11-31`. */
function lastOfMonth(text: string): string | undefined {
  const month = /^(\d{4}-\d{2})-(?:29|3[01])$/.exec(text)?.[1];
  return month && isDay(`${month}-01`) && isThere(`${month}-01`) ? endOfMonth(`${month}-01`) : undefined;
}

/** Returns the weeks of a month from Monday to Sunday, including adjacent days of the neighboring months. */
export function weeksOf(month: string): string[][] {
  const from = mondayOf(`${month}-01`);
  const length = (dayNumber(sundayOf(endOfMonth(`${month}-01`))) - dayNumber(from) + 1) / 7;
  return Array.from({ length }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day)));
}

/** The days from Monday to Sunday of the week that has `day`. */
export const weekOf = (day: string) => Array.from({ length: 7 }, (_, number) => addDays(mondayOf(day), number));

const mondayOf = (day: string) => addDays(day, -weekdayOf(dayNumber(day)));
const sundayOf = (day: string) => addDays(mondayOf(day), 6);

/** The month so many months later, or earlier; nothing where the calendar ends. */
export function monthBeside(month: string, months: number): string | undefined {
  const day = addMonths(`${month}-01`, months);
  return isThere(day) ? monthOf(day) : undefined;
}

/** Returns the same weekday the given number of weeks later (or earlier); undefined outside the calendar's range. */
export function weekBeside(day: string, weeks: number): string | undefined {
  const beside = addDays(day, 7 * weeks);
  return isThere(beside) ? beside : undefined;
}

const isThere = (day: string) => day.length === 10 && day >= first && day <= last;

/** Returns the day that a key moves the focus to; undefined for other keys and outside the calendar's range. */
export function dayByKey(day: string, key: string, { rtl = false, shift = false } = {}): string | undefined {
  const ways: Record<string, () => string> = {
    [rtl ? "ArrowLeft" : "ArrowRight"]: () => addDays(day, 1),
    [rtl ? "ArrowRight" : "ArrowLeft"]: () => addDays(day, -1),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: () => mondayOf(day),
    End: () => sundayOf(day),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1),
  };
  const next = Object.hasOwn(ways, key) ? ways[key]?.() : undefined;
  return next !== undefined && isThere(next) ? next : undefined;
}

export const calendarPath = "/calendar";
export const monthHref = (month: string) => `${calendarPath}?month=${month}`;
export const weekHref = (day: string) => `${calendarPath}?view=week&day=${day}`;
/** The month or the week that has a day. */
export const viewHref = (day: string, view: CalendarView) =>
  view === "week" ? weekHref(day) : monthHref(monthOf(day));
/** Returns the address of a day. Its fragment scrolls to the list of the day on small screens. */
export const dayHref = (day: string, view: CalendarView) =>
  `${view === "week" ? weekHref(day) : `${calendarPath}?day=${day}`}#${dayId}`;
export const dayId = "day";

const months = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const daysInFull = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const daysInShort = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

const namesOfMonths = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

/** January to December. */
export const monthNames = Array.from({ length: 12 }, (_, month) => namesOfMonths.format(Date.UTC(2026, month)));

/** Returns a title such as "November 2026". */
export const monthTitle = (month: string) => months.format(new Date(`${month}-01`));

/** Returns the title of the week with `day`, such as "16–22 November 2026". */
export function weekTitle(day: string): string {
  const [from, to] = [mondayOf(day), sundayOf(day)];
  const end = dates.format(new Date(to));
  if (monthOf(from) === monthOf(to)) return `${Number(from.slice(8))}–${end}`;
  const start = dates.format(new Date(from));
  return `${from.slice(0, 4) === to.slice(0, 4) ? start.replace(/ \d+$/, "") : start} – ${end}`;
}

/** Returns a title such as "Saturday 21 November 2026". */
export const dayTitle = (day: string) => daysInFull.format(new Date(day)).replace(",", "");

/** Returns a title such as "Sat 21 Nov". */
export const shortDayTitle = (day: string) => daysInShort.format(new Date(day)).replace(",", "").replace("Sept", "Sep");

/** Returns a title such as "Saturday". */
export const weekdayTitle = (day: string) => weekdays.format(new Date(day));

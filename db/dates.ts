/** Days in a time zone. Browser-safe. A day is written `2026-11-21`; an instant is a `Date`. */

/** In milliseconds, where clocks do not change. */
const aDay = 86_400_000;

/**
 * The instant at which a day begins in a time zone, such as midnight in Europe/Oslo: the first that `dayNumberAt`
 * counts to it, also where clocks skip midnight or show it twice.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const number = dayNumber(day);
  const begins = (instant: number) => dayNumberAt(instant, timeZone) >= number;
  const midnight = atHour(day, 0, timeZone).getTime();
  if (begins(midnight) && !begins(midnight - 1)) return new Date(midnight);
  let [before, from] = [midnight - aDay / 2, midnight + aDay / 2];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (begins(middle)) from = middle;
    else before = middle;
  }
  return new Date(from);
}

/**
 * The instant at which clocks in a time zone show an hour of a day, 0 to 23. Of an hour that they skip, an hour before
 * or after; of one that they show twice, either.
 */
export function atHour(day: string, hour: number, timeZone: string): Date {
  return whenShown(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, timeZone);
}

/**
 * The instant at which clocks in a time zone show a day and a time, such as `2026-11-21T14:05:00`; where clocks change,
 * as `atHour`.
 */
export const atTime = (time: string, timeZone: string): Date => whenShown(Date.parse(`${time}Z`), timeZone);

function whenShown(shown: number, timeZone: string): Date {
  // The offset may differ between the guess and the answer, where clocks change: the second look settles it.
  const guess = shown - offset(shown, timeZone);
  return new Date(shown - offset(guess, timeZone));
}

/** The hour that clocks in a time zone show at an instant, 0 to 23. For many instants too. */
export const hourAt = (instant: Date, timeZone: string): number =>
  new Date(instant.getTime() + knownOffset(instant.getTime(), timeZone)).getUTCHours();

/** The instant at which the day after begins. */
export function startOfNextDay(day: string, timeZone: string): Date {
  return startOfDay(addDays(day, 1), timeZone);
}

/** The day that it is somewhere at an instant. */
export function dayAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offset(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The day so many days later, or earlier when below zero. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10);

/** The same day of a month so many months later; the last one where that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  return `${first.slice(0, 8)}${String(Math.min(date, Number(endOfMonth(first).slice(8)))).padStart(2, "0")}`;
}

/** The last day of a day's month. */
export function endOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** How many days there are from one day to another; below zero when the other is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / aDay);

/** A day as a whole number, counted from 1 January 1970, as the database's sums have it. */
export const dayNumber = (day: string): number => Date.parse(day) / aDay;

/** The day of such a number. */
export const dayOfNumber = (number: number): string => new Date(number * aDay).toISOString().slice(0, 10);

/**
 * By zone: how far its clock is ahead all through a day of UTC, in milliseconds; nothing on days on which that changes.
 */
const offsets = new Map<string, Map<number, number | undefined>>();

/** The number of the day that it is somewhere at an instant. For many instants too. */
export const dayNumberAt = (instant: number, timeZone: string): number =>
  Math.floor((instant + knownOffset(instant, timeZone)) / aDay);

/**
 * The same as `offset`, for many instants: finding one takes longer than all the rest, so it is found once for each
 * day.
 */
function knownOffset(instant: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number | undefined>();
  offsets.set(timeZone, known);
  const day = Math.floor(instant / aDay);
  if (!known.has(day)) {
    const [begin, end] = [offset(day * aDay, timeZone), offset((day + 1) * aDay, timeZone)];
    known.set(day, begin === end ? begin : undefined);
  }
  return known.get(day) ?? offset(instant, timeZone);
}

/** The weekday of a day's number, 0 to 6: Monday is 0. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Whether there is such a day: there is no 30 February, which `Date` takes for one in March. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** How far a time zone's clock is ahead of UTC at an instant, in milliseconds. */
function offset(instant: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", clockParts(timeZone)); // making one takes longer than asking it
  clocks.set(timeZone, clock);
  const parts = clock.formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return local - Math.floor(instant / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockParts = (timeZone: string) =>
  ({
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }) as const;

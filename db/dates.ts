/** Calendar days in a time zone. Browser-safe. A day is a string such as `2026-11-21`; an instant is a `Date`. */

/** Milliseconds in a day without a clock change. */
const aDay = 86_400_000;

/**
 * Returns the instant at which a day begins in a time zone: the first that `dayNumberAt` assigns to it, also where a
 * clock change skips or repeats midnight.
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
 * Returns the instant at which clocks in a time zone show `hour` (0 to 23) of a day. For an hour that a clock change
 * skips, it is an hour off; for a repeated one, it is either.
 */
export function atHour(day: string, hour: number, timeZone: string): Date {
  return whenShown(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000, timeZone);
}

/**
 * Returns the instant at which clocks in a time zone show a local time such as `2026-11-21T14:05:00`. Clock changes
 * are handled like in `atHour`.
 */
export const atTime = (time: string, timeZone: string): Date => whenShown(Date.parse(`${time}Z`), timeZone);

function whenShown(shown: number, timeZone: string): Date {
  // Near a clock change the offset at the guess may differ from the one at the result, so it is looked up again.
  const guess = shown - offset(shown, timeZone);
  return new Date(shown - offset(guess, timeZone));
}

/** Returns the hour that clocks in a time zone show, 0 to 23. Uses cached offsets, so it is fast for many instants. */
export const hourAt = (instant: Date, timeZone: string): number =>
  new Date(instant.getTime() + knownOffset(instant.getTime(), timeZone)).getUTCHours();

/** Returns the instant at which the next day begins. */
export function startOfNextDay(day: string, timeZone: string): Date {
  return startOfDay(addDays(day, 1), timeZone);
}

/** Returns the calendar day in a time zone at an instant. */
export function dayAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + knownOffset(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** Returns the day that is `days` later, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10);

/** Returns the same day of the month `months` later, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  return `${first.slice(0, 8)}${String(Math.min(date, Number(endOfMonth(first).slice(8)))).padStart(2, "0")}`;
}

/** Returns the last day of the month. */
export function endOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Returns the number of days between two days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / aDay);

/** Returns a day as a number of days since 1 January 1970, as stored in the totals tables. */
export const dayNumber = (day: string): number => Date.parse(day) / aDay;

/** Converts a day number back to a day. */
export const dayOfNumber = (number: number): string => new Date(number * aDay).toISOString().slice(0, 10);

/** UTC offsets by time zone and UTC day, in milliseconds; undefined for days on which the offset changes. */
const offsets = new Map<string, Map<number, number | undefined>>();

/** Returns the day number in a time zone at an instant. Uses cached offsets, so it is fast for many instants. */
export const dayNumberAt = (instant: number, timeZone: string): number =>
  Math.floor((instant + knownOffset(instant, timeZone)) / aDay);

/** Returns the same as `offset`, computed once per day and zone because formatting a date is slow. */
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

/** Returns the weekday of a day number, 0 (Monday) to 6. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Whether the text is a valid calendar day. `Date` alone would read 30 February as a day in March. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Returns a time zone's offset from UTC at an instant, in milliseconds; positive east of UTC. */
function offset(instant: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", clockParts(timeZone)); // creating a format is slower than using it
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

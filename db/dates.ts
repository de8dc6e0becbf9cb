/** Days in a time zone. Browser-safe. A day is written `2026-11-21`; an instant is a `Date`. */

/** The instant at which a day begins in a time zone, such as midnight in Europe/Oslo. Right across changes of the clock. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset may differ between the guess and the answer, where clocks change: the second look settles it.
  const guess = midnight - offset(midnight, timeZone);
  return new Date(midnight - offset(guess, timeZone));
}

/** The instant at which the day after begins. */
export function startOfNextDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return startOfDay(next.toISOString().slice(0, 10), timeZone);
}

/** The day that it is somewhere at an instant. */
export function dayAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offset(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The day so many days later, or earlier when below zero. */
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** How many days there are from one day to another; below zero when the other is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** How far a time zone's clock is ahead of UTC at an instant, in milliseconds. */
function offset(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return local - Math.floor(instant / 1000) * 1000;
}

/**
 * Distributes events over years: growth from year to year, more before the holidays and on weekdays, most around
 * noon.
 */
import { atHour, dayNumberAt, dayOfNumber, weekdayOf } from "../dates";
import type { Draw } from "./parts";

/** The last `days` days in a time zone. */
export interface Span {
  now: Date;
  timeZone: string;
  days: number;
  /** Maximum random deviation of a day from its usual volume, as a fraction; 0 by default. */
  variation?: number;
}

/** Yields exactly `count` instants up to now, in chronological order, one day at a time. */
export function* moments(count: number, span: Span, draw: Draw): Generator<Date[]> {
  const { now, timeZone } = span;
  const today = dayNumberAt(now.getTime(), timeZone);
  const days = Array.from({ length: span.days }, (_, index) => today - span.days + 1 + index);
  const noise = () => (span.variation ? 1 + span.variation * (draw.below(2_001) / 1_000 - 1) : 1);
  const weights = days.map((day, index) => weight(day, index / span.days) * noise());
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  for (const [index, day] of days.entries()) {
    weighed += weights[index] ?? 0;
    const due = index === days.length - 1 ? count : Math.round((count * weighed) / all);
    const noon = atHour(dayOfNumber(day), 12, timeZone).getTime();
    const passed = Math.min(now.getTime(), noon + 11.9 * 3_600_000);
    const from = Math.min(noon, passed - 60_000) - 11.9 * 3_600_000; // today is only as long as it has been going on
    const at = Array.from({ length: due - given }, () => Math.floor(from + (passed - from) * aboutTheMiddle(draw)));
    given = due;
    yield at.sort((one, other) => one - other).map((moment) => new Date(moment));
  }
}

/** Returns a day's relative volume; `grown` goes from 0 to 1 over the whole span. */
function weight(day: number, grown: number): number {
  const growth = 1 + grown;
  return growth * season(day) * (weekdayOf(day) >= 5 ? 0.45 : 1);
}

/** Returns the seasonal factor: slightly lower in summer, much higher around early December. */
function season(day: number): number {
  const ofYear = (day % 365.25) / 365.25 - 0.93;
  const away = ofYear - Math.round(ofYear);
  return 1 + 0.08 * Math.cos(away * 2 * Math.PI) + 0.55 * Math.exp(-((away / 0.06) ** 2));
}

/** Returns a random number from 0 to 1, mostly near the middle. */
const aboutTheMiddle = (draw: Draw) =>
  (draw.below(1_000_000) + draw.below(1_000_000) + draw.below(1_000_000)) / 3_000_000;

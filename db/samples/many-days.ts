/**
 * When things happen to a business over years: more each year, more before the holidays, more on weekdays, most about
 * noon.
 */
import { atHour, dayNumberAt, dayOfNumber, weekdayOf } from "../dates";
import type { Draw } from "./parts";

/** The last so many days of somewhere. */
export interface Span {
  now: Date;
  timeZone: string;
  days: number;
  /** By how much a day differs from what is usual for it, at most, in parts of that; by nothing unless said. */
  variation?: number;
}

/** So many moments up to now, in the order of time, a day's at a time. They add up to `count` exactly. */
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

/** `grown` goes from 0 to 1 over the whole time. */
function weight(day: number, grown: number): number {
  const growth = 1 + grown;
  return growth * season(day) * (weekdayOf(day) >= 5 ? 0.45 : 1);
}

/** A little less in summer, and much more in the weeks about early December. */
function season(day: number): number {
  const ofYear = (day % 365.25) / 365.25 - 0.93;
  const away = ofYear - Math.round(ofYear);
  return 1 + 0.08 * Math.cos(away * 2 * Math.PI) + 0.55 * Math.exp(-((away / 0.06) ** 2));
}

/** From 0 to 1, mostly about the middle. */
const aboutTheMiddle = (draw: Draw) =>
  (draw.below(1_000_000) + draw.below(1_000_000) + draw.below(1_000_000)) / 3_000_000;

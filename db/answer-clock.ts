/**
 * The response-time clock of a ticket: it runs during working hours while the ticket is open and the requester waits,
 * and pauses in any other status. Browser-safe; does not access the database.
 */
import { addDays, atHour, dayAt, daysBetween } from "db/dates";
import type { TicketPriority } from "db/lookups";
import { targetHours } from "./answer-targets";
import type { WorkClock } from "./work-clock";

export interface Span {
  from: Date;
  to: Date;
}

/** A status change of a ticket and its time. */
export interface StatusSince {
  at: Date;
  status: string;
}

/** A span during which the ticket's status did not change. */
export interface Stretch extends Span {
  status: string;
}

const hour = 3_600_000;

/** Returns the response target of a priority, in milliseconds of working time. */
export const targetOf = (priority: TicketPriority) => targetHours[priority] * hour;

export const runsIn = (status: string) => status === "Open";

const isWorkday = (day: string, { days }: WorkClock) => days.includes(new Date(day).getUTCDay());

/** Returns the working hours of `day` that lie within the span, or undefined if there are none. */
function workOn(day: string, { from, to }: Span, clock: WorkClock): Span | undefined {
  if (!isWorkday(day, clock)) return undefined;
  const opens = atHour(day, clock.from, clock.timeZone);
  const closes = atHour(day, clock.to, clock.timeZone);
  const span = { from: from > opens ? from : opens, to: to < closes ? to : closes };
  return span.from < span.to ? span : undefined;
}

const lengthOf = (span: Span | undefined) => (span ? span.to.getTime() - span.from.getTime() : 0);

/** Counts the working days from `from` (inclusive) to `before` (exclusive). */
function workdays(from: string, before: string, clock: WorkClock): number {
  const days = daysBetween(from, before);
  if (days <= 0) return 0;
  const rest = Array.from({ length: days % 7 }, (_, index) => addDays(from, index));
  return Math.floor(days / 7) * clock.days.length + rest.filter((day) => isWorkday(day, clock)).length;
}

/**
 * Returns the working time within a span, in milliseconds. A full working day between the first and the last counts
 * its nominal hours, also when clocks change.
 */
export function workingTime(span: Span, clock: WorkClock): number {
  const [first, last] = [dayAt(span.from, clock.timeZone), dayAt(span.to, clock.timeZone)];
  if (first >= last) return lengthOf(workOn(first, span, clock));
  const between = workdays(addDays(first, 1), last, clock) * (clock.to - clock.from) * hour;
  return lengthOf(workOn(first, span, clock)) + between + lengthOf(workOn(last, span, clock));
}

/** Returns the instant at which `time` milliseconds of working time have passed since `from`. */
export function afterWorkingTime(from: Date, time: number, clock: WorkClock): Date {
  let left = time;
  for (let day = dayAt(from, clock.timeZone); ; day = addDays(day, 1)) {
    const work = workOn(day, { from, to: atHour(day, clock.to, clock.timeZone) }, clock);
    if (!work) continue;
    if (left <= lengthOf(work)) return new Date(work.from.getTime() + left);
    left -= lengthOf(work);
  }
}

/**
 * Splits a span at each status change. `statuses` must be in chronological order; the first one also applies before
 * its own time.
 */
export function stretches({ from, to }: Span, statuses: StatusSince[]): Stretch[] {
  const before = statuses.findLast(({ at }) => at <= from) ?? statuses[0];
  const later = statuses.filter(({ at }) => at > from && at < to);
  const cuts = [{ at: from, status: before?.status ?? "Open" }, ...later];
  return cuts.map(({ at, status }, index) => ({ from: at, to: cuts[index + 1]?.at ?? to, status }));
}

/** Returns when an answer is due to a requester who has waited since `since`, or null while the clock is paused. */
export function answerDue({
  since,
  target,
  statuses,
  clock,
}: {
  since: Date;
  target: number;
  statuses: StatusSince[];
  clock: WorkClock;
}): Date | null {
  const all = stretches({ from: since, to: new Date(8.64e15) }, statuses);
  const now = all.at(-1);
  if (!now || !runsIn(now.status)) return null;
  let left = target;
  for (const stretch of all.slice(0, -1)) {
    if (!runsIn(stretch.status)) continue;
    const time = workingTime(stretch, clock);
    if (time >= left) return afterWorkingTime(stretch.from, left, clock);
    left -= time;
  }
  return afterWorkingTime(now.from, left, clock);
}

/** A row of the breakdown: a day's working time, a pause, or everything earlier. */
export type SumRow =
  | ({ kind: "worked"; time: number } & Span)
  | ({ kind: "paused"; status: string } & Span)
  | { kind: "before"; until: Date; time: number };

/** Maximum number of rows listed individually. */
const maxRows = 6;

/** Pauses shorter than this, in milliseconds, are left out: they only lie between a message and the status it sets. */
const minPause = 60_000;

/**
 * Breaks the waiting time down into rows, oldest first, with everything beyond `maxRows` combined in one row. `total`
 * is all working time, in milliseconds.
 */
export function answerSum(span: Span, statuses: StatusSince[], clock: WorkClock): { rows: SumRow[]; total: number } {
  const all = stretches(span, statuses);
  const total = all.reduce((sum, stretch) => sum + (runsIn(stretch.status) ? workingTime(stretch, clock) : 0), 0);
  const rows: SumRow[] = [];
  for (const row of latestFirst(all, clock)) {
    if (rows.length === maxRows) break;
    rows.unshift(row);
  }
  const shown = rows.reduce((sum, row) => sum + (row.kind === "worked" ? row.time : 0), 0);
  const [earliest] = rows;
  if (total > shown && earliest && earliest.kind !== "before")
    rows.unshift({ kind: "before", until: earliest.from, time: total - shown });
  return { rows, total };
}

function* latestFirst(all: Stretch[], clock: WorkClock): Generator<SumRow & Span> {
  for (const stretch of all.toReversed()) {
    if (runsIn(stretch.status)) yield* workedLatestFirst(stretch, clock);
    else if (lengthOf(stretch) >= minPause) yield { kind: "paused", ...stretch };
  }
}

function* workedLatestFirst(stretch: Stretch, clock: WorkClock): Generator<SumRow & Span> {
  const first = dayAt(stretch.from, clock.timeZone);
  for (let day = dayAt(stretch.to, clock.timeZone); day >= first; day = addDays(day, -1)) {
    const work = workOn(day, stretch, clock);
    if (work) yield { kind: "worked", ...work, time: lengthOf(work) };
  }
}

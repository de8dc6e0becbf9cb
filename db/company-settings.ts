/** The settings of the company that code reads everywhere, as they are in the database at this moment. */
import { config } from "../config";
import { usualHours, type Weekday, type WorkClock, workClockOf } from "./work-clock";

let latest: { clock: WorkClock; currency: string } | undefined;
let isCurrent = false;
let read: () => void = () => undefined;

/** Reads the company's row for `learnCompanySettings`. */
export const companySettingsQuery =
  "select time_zone, work_days, work_from, work_to, currency from companies where id = 1";

type Row = Record<"time_zone" | "work_days" | "work_from" | "work_to" | "currency", string>;

/** Takes the settings from the company's row, and uses them until the current turn of the event loop ends. */
export function learnCompanySettings(row: unknown) {
  const { time_zone, work_days, work_from: workFrom, work_to: workTo, currency } = row as Row;
  const workDays = JSON.parse(work_days) as Weekday[];
  latest = { clock: workClockOf(time_zone, { workDays, workFrom, workTo }), currency };
  isCurrent = true;
  setImmediate(forgetCompanySettings);
}

/** Makes the next use read the settings again: a commit, also of another process, may have changed them. */
export function forgetCompanySettings() {
  isCurrent = false;
}

/** Sets what calls `learnCompanySettings` when the settings may have changed. */
export const readCompanySettingsBy = (reader: () => void) => void (read = reader);

/** Whether the settings were ever read; first values stand in for them until then. */
export const hasCompanySettings = () => latest !== undefined;

/** Returns the company's time zone and working hours. */
export function workClock(): WorkClock {
  if (!isCurrent) read();
  return latestWorkClock();
}

/** Returns those that were read last, for SQL functions, in which no query can run. */
export const latestWorkClock = (): WorkClock => latest?.clock ?? workClockOf(config.timeZone, usualHours);

/** Returns the time zone in which the company's days begin. */
export const timeZone = (): string => workClock().timeZone;

/** Returns the code of the company's currency. */
export function companyCurrency(): string {
  if (!isCurrent) read();
  return latest?.currency ?? config.currency;
}

/** Runs `act` with another time zone, before the change to it is committed. */
export function withTimeZone<Result>(zone: string, act: () => Result): Result {
  const before = latest;
  latest = { currency: companyCurrency(), clock: { ...latestWorkClock(), timeZone: zone } };
  try {
    return act();
  } finally {
    latest = before;
  }
}

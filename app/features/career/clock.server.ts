/**
 * On which day of the week, and at which hour, something happened by the clocks of our time zone: as charts count it,
 * and as lists look for it.
 */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { config } from "config";
import { dayNumberAt, hourAt, weekdayOf } from "db/dates";

/** As addresses and charts write them, from Monday on. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** As addresses write them: "00:00" to "23:00". */
export const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** The places of a moment in both. */
export const placesOf = (moment: Date) => ({
  weekday: weekdayOf(dayNumberAt(moment.getTime(), config.timeZone)),
  hour: hourAt(moment, config.timeZone),
});

/** That a moment lies on such a day; of a word that names none, no moment does. */
export const onWeekday = (column: AnySQLiteColumn, weekday: string): SQL =>
  sql`((day_of(${column}) + 3) % 7 + 7) % 7 = ${placeIn(weekdays, weekday)}`;

/** That a moment lies in such an hour. */
export const hourIn = (column: AnySQLiteColumn, hour: string): SQL => sql`hour_of(${column}) = ${placeIn(hours, hour)}`;

const placeIn = (names: string[], asked: string) =>
  names.findIndex((name) => name.toLowerCase() === asked.toLowerCase());

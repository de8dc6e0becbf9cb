/** Weekday and hour of an event in the site's time zone, for charts and for filters. */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { timeZone } from "db/company-settings";
import { dayNumberAt, hourAt, weekdayOf } from "db/dates";

/** The weekdays in URLs and charts, from Monday. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The hours in URLs: "00:00" to "23:00". */
export const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** Returns the weekday and the hour of a moment, as indexes of `weekdays` and `hours`. */
export const placesOf = (moment: Date) => ({
  weekday: weekdayOf(dayNumberAt(moment.getTime(), timeZone())),
  hour: hourAt(moment, timeZone()),
});

/** SQL condition that a time is on the weekday; false for an unknown one. */
export const onWeekday = (column: AnySQLiteColumn, weekday: string): SQL =>
  sql`((day_of(${column}) + 3) % 7 + 7) % 7 = ${placeIn(weekdays, weekday)}`;

/** SQL condition that a time is within the hour. */
export const hourIn = (column: AnySQLiteColumn, hour: string): SQL => sql`hour_of(${column}) = ${placeIn(hours, hour)}`;

const placeIn = (names: string[], asked: string) =>
  names.findIndex((name) => name.toLowerCase() === asked.toLowerCase());

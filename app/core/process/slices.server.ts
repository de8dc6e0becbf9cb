/** Reads a whole table in slices, to let other requests run in between. */
import { between, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { yieldToEventLoop } from "./event-loop.server";

/** Numbers per slice. */
const sliceSize = 2_000;

/** Returns what `find` returns for all rows, a slice of the numbers in `column` at a time. */
export async function inSlices<Found>(
  table: SQLiteTable,
  column: AnySQLiteColumn,
  find: (range: SQL | undefined) => Promise<Found[]>,
): Promise<Found[]> {
  const [last] = await db.select({ number: sql<number>`coalesce(max(${column}), 0)` }).from(table);
  const found: Found[] = [];
  for (let from = 1; from <= (last?.number ?? 0); from += sliceSize) {
    found.push(...(await find(between(column, from, from + sliceSize - 1))));
    await yieldToEventLoop();
  }
  return found;
}

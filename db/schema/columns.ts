/** Shared column types, the columns of every record, and indexes for lists. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, text } from "drizzle-orm/sqlite-core";

export const time = (name: string) => integer(name, { mode: "timestamp_ms" });
export const now = sql`(unixepoch('subsec') * 1000)`;

/** A JSON array, stored in the record's row. */
export const list = <Item>(name: string) => text(name, { mode: "json" }).notNull().$type<Item[]>().default([]);

/** Columns of every record: `revision` increases by one with each change; `deletedAt` marks a soft delete. */
export const recordColumns = {
  revision: integer("revision").notNull().default(1),
  createdAt: time("created_at").notNull().default(now),
  deletedAt: time("deleted_at"),
};

type By = Parameters<ReturnType<typeof index>["on"]>[0];

/**
 * Returns an index for each sort order of a list. It starts with `deletedAt` and includes the filter columns, so that
 * a page is read from the index alone without loading rows that do not match; rarely used columns are only in some
 * (`carried`).
 */
export function listIndexes(
  name: string,
  table: Record<"id" | "deletedAt", AnySQLiteColumn>,
  filters: AnySQLiteColumn[],
  orders: Record<string, By | [by: By, ...carried: AnySQLiteColumn[]]>,
) {
  return Object.entries(orders).map(([order, columns]) => {
    const [by, ...carried] = Array.isArray(columns) ? columns : [columns];
    return index(`${name}_by_${order}`).on(table.deletedAt, ...new Set([by, table.id, ...filters, ...carried]));
  });
}

/** Length of a bucket, in seconds: thirty days, so that any requested span has few buckets. */
const bucketLength = 2_592_000;

/** Returns the number of the thirty-day bucket that contains an instant, in milliseconds. */
export const dayBucketOf = (moment: number) => Math.trunc(moment / 1000 / bucketLength);

/**
 * SQL equivalent of `dayBucketOf` for a column of instants or of days (taken as UTC). An index must use the same
 * expression.
 */
export const dayBucket = (column: AnySQLiteColumn) =>
  column.dataType === "string"
    ? sql`unixepoch(${column}) / ${sql.raw(String(bucketLength))}`
    : sql`${column} / ${sql.raw(String(bucketLength * 1000))}`;

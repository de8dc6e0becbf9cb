/** What tables have in common: their kinds of columns, what every record has, and the indexes of lists. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, text } from "drizzle-orm/sqlite-core";

export const time = (name: string) => integer(name, { mode: "timestamp_ms" });
export const now = sql`(unixepoch('subsec') * 1000)`;

/** A list as JSON. It is part of its record, and changes with it. */
export const list = <Item>(name: string) => text(name, { mode: "json" }).notNull().$type<Item[]>().default([]);

/** What every record has: a number that goes up by one with each change, and the day it was put in the trash. */
export const recordColumns = {
  revision: integer("revision").notNull().default(1),
  createdAt: time("created_at").notNull().default(now),
  deletedAt: time("deleted_at"),
};

type By = Parameters<ReturnType<typeof index>["on"]>[0];

/**
 * An index for each order that a list can be shown in. It begins with what tells living records from the trash, and
 * carries the columns that the list is filtered by: a page is read by walking the index, and a row that does not match
 * is never looked at. What is asked for seldom is carried by some of them only.
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

/** In seconds: thirty days, so that any span that somebody asks for has few buckets. */
const bucketLength = 2_592_000;

/** The number of the bucket of thirty days in which a moment lies. */
export const dayBucketOf = (moment: number) => Math.trunc(moment / 1000 / bucketLength);

/**
 * The same of a column of moments, or of days as if these were in UTC. An index has to be made of the same expression.
 */
export const dayBucket = (column: AnySQLiteColumn) =>
  column.dataType === "string"
    ? sql`unixepoch(${column}) / ${sql.raw(String(bucketLength))}`
    : sql`${column} / ${sql.raw(String(bucketLength * 1000))}`;

/** The values of a record as the journal keeps them. */
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Json, Snapshot } from "db/schema";

/** Values by column, without those that are never recorded. */
export function snapshotOf(row: object, unrecorded: ReadonlySet<string>): Snapshot {
  const entries = Object.entries(row).filter(([name, value]) => !unrecorded.has(name) && value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Date ? value.getTime() : (value as Json)]),
  );
}

/** A snapshot's values as the columns take them: times are milliseconds in the journal. */
export function revive(table: SQLiteTable, values: Snapshot): Record<string, unknown> {
  const columns: Partial<ReturnType<typeof getTableColumns>> = getTableColumns(table);
  const isTime = (name: string) => columns[name]?.dataType === "date";
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" && isTime(name) ? new Date(value) : value,
    ]),
  );
}

export const pick = (values: Snapshot, names: string[]): Snapshot =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

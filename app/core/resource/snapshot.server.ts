/** Values of a record as stored in the journal. */
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Json, Snapshot } from "db/schema";

/** Returns the values by column, without unrecorded columns. */
export function snapshotOf(row: object, unrecorded: ReadonlySet<string>): Snapshot {
  const entries = Object.entries(row).filter(([name, value]) => !unrecorded.has(name) && value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Date ? value.getTime() : (value as Json)]),
  );
}

/** Converts a snapshot to column values; the journal stores times in milliseconds. */
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

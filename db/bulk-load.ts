/** Bulk loading of millions of rows into a database that no other process uses. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "./connection";

interface FilledDatabase {
  type: "index" | "trigger";
  name: string;
  sql: string;
}

/** Runs `fill` while `tables` have no indexes or triggers, and then restores them; see `takeIndexes`. */
export function withoutIndexes(connection: Connection, tables: string[], fill: () => void) {
  const putBack = takeIndexes(connection, tables);
  fill();
  putBack();
}

/**
 * Drops the indexes and triggers of `tables` and returns a function that recreates them: building an index over a
 * million rows takes a tenth of the time of updating it row by row. The caller must recompute what the triggers would
 * have maintained.
 */
export function takeIndexes(connection: Connection, tables: string[]): () => void {
  const of = connection.prepare<[string], FilledDatabase>(
    "select type, name, sql from sqlite_master where tbl_name = ? and type in ('index', 'trigger') and sql is not null",
  );
  const made = tables.flatMap((table) => of.all(table));
  for (const { type, name } of made) connection.exec(`drop ${type} "${name}"`);
  return () => {
    const triggersLast = made.toSorted((one, other) => one.type.localeCompare(other.type));
    for (const { sql } of triggersLast) connection.exec(sql);
  };
}

/**
 * Returns a function that inserts one row at a time with one prepared statement. The first row determines the
 * columns; those it lacks get the table's defaults in every row.
 */
export function inserter<Table extends SQLiteTable>(
  connection: Connection,
  table: Table,
): (row: Table["$inferInsert"]) => void {
  let insert: ((row: Record<string, unknown>) => void) | undefined;
  return (row) => (insert ??= prepare(connection, table, Object.keys(row)))(row);
}

function prepare(connection: Connection, table: SQLiteTable, given: string[]) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => given.includes(name));
  const names = columns.map(([, column]) => `"${column.name}"`).join(", ");
  const statement = connection.prepare(
    `insert into "${getTableName(table)}" (${names}) values (${columns.map(() => "?").join(", ")})`,
  );
  const asGiven = new Set(["string", "number"]); // these types need no conversion, which saves seconds for a million rows
  const values = columns.map(([name, column]) => (row: Record<string, unknown>) => {
    const value = row[name] ?? null;
    return value === null || (asGiven.has(column.dataType) && column.columnType !== "SQLiteTextJson")
      ? value
      : column.mapToDriverValue(value);
  });
  return (row: Record<string, unknown>) => void statement.run(values.map((value) => value(row)));
}

/** Putting millions of rows into a database that nobody else uses. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "./connection";

interface FilledDatabase {
  type: "index" | "trigger";
  name: string;
  sql: string;
}

/** Runs `fill` while these tables have neither indexes nor triggers, as `takeIndexes` says. */
export function withoutIndexes(connection: Connection, tables: string[], fill: () => void) {
  const putBack = takeIndexes(connection, tables);
  fill();
  putBack();
}

/**
 * Takes indexes and triggers from these tables, and answers how to make them again once these are filled: of a million
 * rows, sorting once takes a tenth of finding a place for each. What triggers would have kept is to be counted anew by
 * whoever calls, once the tables have their rows.
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
 * Puts rows into a table, one at a time by a statement that is made once: all say something of the columns that the
 * first speaks of, and others have the table's default.
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
  const asGiven = new Set(["string", "number"]); // needs nothing done: of a million rows that saves seconds
  const values = columns.map(([name, column]) => (row: Record<string, unknown>) => {
    const value = row[name] ?? null;
    return value === null || (asGiven.has(column.dataType) && column.columnType !== "SQLiteTextJson")
      ? value
      : column.mapToDriverValue(value);
  });
  return (row: Record<string, unknown>) => void statement.run(values.map((value) => value(row)));
}

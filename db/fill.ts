/** Putting millions of rows into a database that nobody else uses. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Connection } from "./connection";

interface Made {
  type: "index" | "trigger";
  name: string;
  sql: string;
}

/**
 * Runs `fill` while these tables have neither indexes nor triggers, which are made again after it: of a million rows, sorting once takes
 * a tenth of finding a place for each. What triggers would have kept is to be counted anew by whoever calls, once their tables have their rows.
 */
export function withoutIndexes(connection: Connection, tables: SQLiteTable[], fill: () => void) {
  const of = connection.prepare<[string], Made>("select type, name, sql from sqlite_master where tbl_name = ? and type in ('index', 'trigger') and sql is not null");
  const made = tables.flatMap((table) => of.all(getTableName(table)));
  for (const { type, name } of made) connection.exec(`drop ${type} "${name}"`);
  fill();
  const triggersLast = made.toSorted((one, other) => one.type.localeCompare(other.type));
  for (const { sql } of triggersLast) connection.exec(sql);
}

/** Puts rows into a table, one at a time by a statement that is made once. What a row says nothing of has the table's default. */
export function inserter<Table extends SQLiteTable>(connection: Connection, table: Table): (row: Table["$inferInsert"]) => void {
  const columns = Object.entries(getTableColumns(table));
  const statements = new Map<string, { run(values: unknown[]): unknown }>();
  return (row) => {
    const given = columns.filter(([name]) => row[name as keyof typeof row] !== undefined);
    const names = given.map(([, column]) => `"${column.name}"`).join(", ");
    const statement = statements.get(names) ?? connection.prepare(`insert into "${getTableName(table)}" (${names}) values (${given.map(() => "?").join(", ")})`);
    statements.set(names, statement);
    statement.run(given.map(([name, column]) => {
      const value: unknown = row[name as keyof typeof row];
      return value === null ? null : column.mapToDriverValue(value);
    }));
  };
}

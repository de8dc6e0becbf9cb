/** The reading side of the database: a connection that can change nothing. */
import { sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "../config";
import { type Connection, openReader, queries } from "./connection";
import { rememberOpened } from "./same-file";

export type Queries = ReturnType<typeof queries>;
type ReadQueries = Pick<Queries, "select" | "selectDistinct" | "$count" | "with" | "get" | "all">;

let reading: { connection: Connection; queries: Queries } | undefined;

/** Reads. Opened read-only: a change made here fails, so none escapes the journal. */
export const db: ReadQueries = new Proxy({} as ReadQueries, {
  get(_, name) {
    const { queries } = (reading ??= startReading()); // when first touched: importing this file opens nothing
    const value: unknown = Reflect.get(queries, name, queries);
    return typeof value === "function" ? value.bind(queries) : value;
  },
});

function startReading() {
  const connection = openReader(config.databaseFile);
  rememberOpened(config.databaseFile);
  return { connection, queries: queries(connection) };
}

/** The next use opens it again. */
export function closeReading() {
  reading?.connection.close();
  reading = undefined;
}

interface Prepared<Rows> {
  all(values: Record<string, unknown>): Rows;
}

/**
 * A query that every request asks, with placeholders: prepared once for the opened file, where `db` builds its queries
 * anew each time.
 */
export function prepared<Rows>(
  build: (db: ReadQueries) => Prepared<Rows>,
): (values: Record<string, unknown>) => Promise<Rows> {
  let made: { query: Prepared<Rows>; on: typeof reading } | undefined;
  return async (values) => {
    if (!made || made.on !== reading) made = { query: build(db), on: reading };
    return made.query.all(values);
  };
}

const readers = new WeakMap<SQLiteTable, ReturnType<typeof readerOf>>();

/** The rows of a table that have these ids, in any order, by a query that is prepared once. */
export function rowsByIds(table: SQLiteTable, id: AnySQLiteColumn, ids: readonly unknown[]) {
  const read = readers.get(table) ?? readerOf(table, id);
  readers.set(table, read);
  return read({ ids: JSON.stringify(ids) });
}

const readerOf = (table: SQLiteTable, id: AnySQLiteColumn) =>
  prepared((db) =>
    db
      .select()
      .from(table)
      .where(sql`${id} in (select value from json_each(${sql.placeholder("ids")}))`)
      .prepare(),
  );

/** Read-only access to the database. */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "../config";
import { dialect, openReader, queries } from "./connection";
import { companySettingsQuery, learnCompanySettings, readCompanySettingsBy, workClock } from "./company-settings";
import { rememberOpened } from "./same-file";
import { keepingStatements } from "./statements";

export type Queries = ReturnType<typeof queries>;
type ReadQueries = Pick<Queries, "select" | "selectDistinct" | "$count" | "with" | "get" | "all">;

let reading: ReturnType<typeof startReading> | undefined;

/** Query builder for reads. The connection is read-only, so no change can bypass the journal. */
export const db: ReadQueries = new Proxy({} as ReadQueries, {
  get(_, name) {
    workClock(); // as SQL functions need it
    const { queries } = (reading ??= startReading()); // opened on first use, so that importing this file opens nothing
    const value: unknown = Reflect.get(queries, name, queries);
    return typeof value === "function" ? value.bind(queries) : value;
  },
});

function startReading() {
  const connection = openReader(config.databaseFile);
  rememberOpened(config.databaseFile);
  return { connection, statements: keepingStatements(connection), queries: queries(connection) };
}

/** Closes the connection; the next use reopens it. */
export function closeReading() {
  reading?.connection.close();
  reading = undefined;
}

interface Prepared<Rows> {
  all(values: Record<string, unknown>): Rows;
}

/**
 * Returns a function that runs a query with placeholders. The query is prepared once per opened file, while `db`
 * builds it anew each time.
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

/** A query that is built: Drizzle takes longer to build a small one than SQLite to run it. */
export type BuiltQuery = ReturnType<typeof buildQuery>;

/** Builds a query for `getBuilt`. */
export const buildQuery = (query: SQL) => dialect.sqlToQuery(query);

/** Returns the first row of a built query, by column names. */
export function getBuilt<Row>({ sql, params }: Pick<BuiltQuery, "sql" | "params">): Row {
  const { statements } = (reading ??= startReading());
  return statements.prepare(sql).get(...params) as Row;
}

readCompanySettingsBy(() => {
  try {
    learnCompanySettings(getBuilt({ sql: companySettingsQuery, params: [] }));
  } catch {
    // the page that cannot read the file says so itself
  }
});

const readers = new WeakMap<SQLiteTable, ReturnType<typeof readerOf>>();

/** Returns the rows of a table with the given ids, in no particular order, with a query that is prepared once. */
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

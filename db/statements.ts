/**
 * How Drizzle's queries run: prepared statements are cached per connection, as SQLite takes longer to compile a small
 * one, with its triggers, than to run it; and rows are mapped quickly.
 */
import type Database from "better-sqlite3";
import { Column, is, SQL, Subquery } from "drizzle-orm";
import { BetterSQLiteSession, type PreparedQuery } from "drizzle-orm/better-sqlite3/session";

/** Maximum number of cached statements; the least recently used is dropped. Value lists produce many variants. */
const maxKept = 300;

/** Maximum length of a cached statement, in characters: longer ones contain value lists and rarely recur. */
const maxLength = 10_000;

/**
 * A cached statement. Raw mode is sticky on a driver's statement, so each mode has one of its own; sharing is safe
 * because a statement finishes before anything else runs.
 */
class Statement {
  #byName: Database.Statement | undefined;
  #inRows: Database.Statement | undefined;

  constructor(private readonly prepare: () => Database.Statement) {}

  raw(): Database.Statement {
    return (this.#inRows ??= this.prepare().raw());
  }
  run = (...values: unknown[]) => this.#plain().run(...values);
  get = (...values: unknown[]) => this.#plain().get(...values);
  all = (...values: unknown[]) => this.#plain().all(...values);

  #plain() {
    return (this.#byName ??= this.prepare());
  }
}

const statementCaches = new WeakMap<Database.Database, Map<string, Statement>>();

/** Returns a connection for a query builder that reuses prepared statements. Only `prepare` is available. */
export function keepingStatements(connection: Database.Database): Database.Database {
  const statements = statementCaches.get(connection) ?? new Map<string, Statement>();
  statementCaches.set(connection, statements);
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? new Statement(() => connection.prepare(text));
    if (text.length > maxLength) return statement;
    statements.delete(text); // moves it to the end, as the most recently used
    statements.set(text, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= maxKept) break;
      statements.delete(oldest);
    }
    return statement;
  };
  // Drizzle uses no other method of the connection
  return { prepare } as unknown as Database.Database;
}

type Arguments = Parameters<BetterSQLiteSession<Record<string, never>, Record<string, never>>["prepareQuery"]>;
type Fields = NonNullable<Arguments[1]>;
type Field = Fields[number]["field"];
type Decoder = { mapFromDriverValue(value: unknown): unknown };

/** A session whose queries map their rows quickly. Drizzle itself looks at the type of each column for each value. */
export class RowMappingSession extends BetterSQLiteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery(...[query, fields, ...rest]: Arguments): PreparedQuery<never> {
    const prepared = super.prepareQuery<never>(query, fields, ...rest);
    if (!fields?.every(({ path }) => path.length <= 2)) return prepared;
    const { all } = prepared;
    const toObject = rowMapper(fields);
    prepared.all = (values) =>
      canBeNull(prepared)
        ? all.call(prepared, values)
        : ((prepared.values(values) as unknown[][]).map(toObject) as never);
    return prepared;
  }
}

/** Whether a joined table may have no row, which Drizzle then makes `null`. */
const canBeNull = (prepared: object) =>
  Object.values((prepared as { joinsNotNullableMap?: object }).joinsNotNullableMap ?? {}).includes(false);

/** Returns a function that maps a row of values to an object, with one object per table if there are several. */
export function rowMapper(fields: Fields) {
  const columns = fields.map(({ path, field }) => ({
    table: path.length > 1 ? path[0]! : undefined,
    name: path.at(-1)!,
    decoder: decoderOf(field),
  }));
  return (values: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at++) {
      const { table, name, decoder } = columns[at]!;
      const value = values[at];
      const target = table === undefined ? row : ((row[table] ??= {}) as Record<string, unknown>);
      target[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    return row;
  };
}

/** Returns what decodes the values of a field; Drizzle does not export the types of these properties. */
function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  const sql = is(field, Subquery) ? (field as unknown as { _: { sql: SQL } })._.sql : field.sql;
  return (sql as unknown as { decoder: Decoder }).decoder;
}

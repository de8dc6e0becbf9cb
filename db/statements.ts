/**
 * Cache of prepared statements per connection: SQLite takes longer to compile a small statement, with its triggers,
 * than to run it.
 */
import type Database from "better-sqlite3";

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

/**
 * Statements of a connection, compiled once: SQLite takes longer to compile a small one, with its triggers, than to run
 * it.
 */
import type Database from "better-sqlite3";

/** No more are kept: the one that was not asked for longest goes. Lists of values make many texts. */
const maxKept = 300;

/** A text of more characters is not kept: it came of a list of values, and will hardly be asked for again. */
const maxLength = 10_000;

/**
 * One text, as a driver's statement. How a statement answers, by name or in a row, stays as it was last asked for, so
 * each of the two ways has one of its own. None is ever in use when it is asked for again: all that is asked is
 * answered before anything else runs.
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

/** The same connection for a query builder, which asks for each of its statements anew. */
export function keepingStatements(connection: Database.Database): Database.Database {
  const statements = statementCaches.get(connection) ?? new Map<string, Statement>();
  statementCaches.set(connection, statements);
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? new Statement(() => connection.prepare(text));
    if (text.length > maxLength) return statement;
    statements.delete(text); // and put last again
    statements.set(text, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= maxKept) break;
      statements.delete(oldest);
    }
    return statement;
  };
  // of a connection, a query builder uses nothing else
  return { prepare } as unknown as Database.Database;
}

/** The driver: how the database is opened, and what its errors mean. */
import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { config } from "../config";
import { dayNumberAt, hourAt } from "./dates";
import { fold } from "./fold";
import * as schema from "./schema";
import { keepingStatements } from "./statements";

export type Connection = Database.Database;

/** What went wrong with the database file, in a sentence that says what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** SQLite would wait for another process by stalling this whole one, so it waits only this long, in milliseconds. */
const busyTimeout = 250;

/** Throws `DatabaseError` where no file is: a wrong setting must not make an empty database. */
export function mustExist(file: string) {
  if (!existsSync(file)) throw new DatabaseError(`There is no database at ${file}. Set DATA_DIR (or DATABASE_URL) as the server has it.`);
}

/** A connection that cannot change anything. Throws `DatabaseError`. */
export function openReader(file: string): Connection {
  mustExist(file);
  return open(file, { readonly: true, fileMustExist: true });
}

/** The one connection that can change rows. Outside a transaction it refuses to, see `write`. Throws `DatabaseError`. */
export function openWriter(file: string): Connection {
  const connection = open(file, {});
  return explained(file, () => {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = FULL"); // NORMAL loses acknowledged commits when the power fails
    connection.pragma("foreign_keys = ON");
    connection.pragma("cache_size = -4000"); // KiB: what of a large change is still in memory, a commit writes while everybody waits
    connection.pragma("secure_delete = ON"); // what was erased is not left standing in the file's free space
    return connection;
  });
}

function open(file: string, options: Database.Options): Connection {
  return explained(file, () => {
    const connection = new Database(file, { ...options, timeout: busyTimeout });
    // SQLite itself folds ASCII only. A database that is reached over a network has no such function: there, searching takes an index of folded text.
    connection.function("folded", { deterministic: true }, (value) => fold(value === null ? null : String(value)));
    connection.function("day_of", (instant) => (typeof instant === "number" ? dayNumberAt(instant, config.timeZone) : null)); // for the sums by day, see `db/totals`
    connection.function("hour_of", (instant) => (typeof instant === "number" ? hourAt(new Date(instant), config.timeZone) : null)); // for who looks at one hour of the day, see `app/career`
    connection.pragma("schema_version"); // reads the file: what is not a database fails here
    return connection;
  });
}

/** Gives the driver's errors about a file a sentence. */
export function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw fileError(file, error) ?? error;
  }
}

/** `DatabaseError` for what a person can mend; nothing for any other error. */
export function fileError(file: string, error: unknown): DatabaseError | undefined {
  const code = codeOf(error);
  const say = (sentence: string) => new DatabaseError(sentence, { cause: error });
  if (isDamaged(error)) {
    return say(`${file} is damaged or not a database. Restore a backup with "npm run restore -- FILE", or move the file away to start anew.`);
  }
  if (isDiskFull(error)) return say(`The disk is full, so ${file} cannot grow. Free some space and try again.`);
  if (/CANTOPEN|READONLY|EACCES|EROFS|EPERM|ENOTDIR/.test(code)) {
    return say(`${file} cannot be opened for writing. Make its folder writable, or set DATA_DIR to another one.`);
  }
  if (/BUSY|LOCKED/.test(code)) return say(`${file} is held by another program. Stop it, or set DATA_DIR to another folder.`);
  return undefined;
}

/** Whether a file is not what SQLite wrote; also of the `DatabaseError` that came of that. */
export const isDamaged = (error: unknown) => /NOTADB|CORRUPT/.test(codeOf(error instanceof DatabaseError ? error.cause : error));

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "");

/** Not what the system says, such as EACCES: inside a change that may be about something else than the database. */
export const isOfDriver = (error: unknown) => codeOf(error).startsWith("SQLITE_");

export const isBusy = (error: unknown) => codeOf(error).startsWith("SQLITE_BUSY");

/** Whether a file could not grow, as the driver or the system says it; also of the `DatabaseError` that came of that. */
export function isDiskFull(error: unknown): boolean {
  return /FULL|ENOSPC/.test(codeOf(error instanceof DatabaseError ? error.cause : error));
}

/** Whether a row could not go because another one refers to it, or come because what it refers to is not there. */
export const isForeignKeyError = (error: unknown) => codeOf(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";

/** Drizzle on a connection. */
export const queries = (connection: Connection) => drizzle(keepingStatements(connection), { schema });

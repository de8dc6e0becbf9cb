/** The driver: how the database is opened, and what its errors mean. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { config } from "../config";
import { dayNumberAt, hourAt } from "./dates";
import { canonicalAddress } from "./email-address";
import { fold, naturalKey } from "./fold";
import { keepingStatements } from "./statements";

export type Connection = Database.Database;

/** What went wrong with the database file, in a sentence that says what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** Thrown where the file that is open is not, or no longer, the one at its path: what is written to it would vanish. */
export class FileReplaced extends DatabaseError {
  constructor(file: string) {
    super(
      `${file} or its log was removed or replaced while the server was running, so nothing more is saved. Restart the server.`,
    );
  }
}

/** Throws `DatabaseError` where no file is: a wrong setting must not make an empty database. */
export function mustExist(file: string) {
  if (!existsSync(file))
    throw new DatabaseError(`There is no database at ${file}. Set DATA_DIR (or DATABASE_URL) as the server has it.`);
}

/** A connection that cannot change anything. Throws `DatabaseError`. */
export function openReader(file: string): Connection {
  mustExist(file);
  return open(file, { readonly: true, fileMustExist: true, timeout: 20 });
}

/**
 * A connection that can change rows. Throws `DatabaseError`. While another process holds the file, SQLite waits by
 * stalling this whole process, so many milliseconds: none in a server, see `write`.
 */
export function openWriter(file: string, { patience = 250 } = {}): Connection {
  const connection = open(file, { timeout: patience });
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
    const connection = new Database(file, options);
    // SQLite itself folds ASCII only. A database that is reached over a network has no such function: there, searching
    // takes an index of folded text.
    connection.function("folded", { deterministic: true }, (value) => fold(value === null ? null : String(value)));
    connection.function("natural_key", { deterministic: true }, (value) =>
      value === null ? null : naturalKey(String(value)),
    );
    connection.function("canonical_address", { deterministic: true }, (value) => canonicalAddress(String(value)));
    connection.function("day_of", (instant) =>
      typeof instant === "number" ? dayNumberAt(instant, config.timeZone) : null,
    ); // for the sums by day, see `db/totals`
    connection.function("hour_of", (instant) =>
      typeof instant === "number" ? hourAt(new Date(instant), config.timeZone) : null,
    ); // for who looks at one hour of the day, see `app/features/career`
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
    return say(
      `${file} is damaged or not a database. Restore a backup with "npm run restore -- FILE", or move the file away to start anew.`,
    );
  }
  if (isDiskFull(error)) return say(`The disk is full, so ${file} cannot grow. Free some space and try again.`);
  if (unwritable.test(code)) {
    return say(
      `${file} cannot be opened for writing. Make the file and its folder, ${dirname(file)}, writable for the user that runs Portico, or set DATA_DIR to another folder.`,
    );
  }
  if (diskFault.test(code))
    return say(`The disk reported an error (${code}) for ${file}. Look at the disk and at the system's log.`);
  if (/BUSY|LOCKED/.test(code))
    return say(`${file} is held by another program. Stop it, or set DATA_DIR to another folder.`);
  return undefined;
}

/** Whether a file is not what SQLite wrote. */
export const isDamaged = (error: unknown) => /NOTADB|CORRUPT/.test(codeOf(error));

/** As the driver or the system says it; also of the `DatabaseError` that came of that. */
const codeOf = (error: unknown) =>
  String(((error instanceof DatabaseError ? error.cause : error) as { code?: unknown } | null | undefined)?.code ?? "");

/** Not what the system says, such as EACCES: inside a change that may be about something else than the database. */
export const isOfDriver = (error: unknown) => !(error instanceof DatabaseError) && codeOf(error).startsWith("SQLITE_");

/** Whether another process holds the file. */
export const isBusy = (error: unknown) => codeOf(error).startsWith("SQLITE_BUSY");

const unwritable = /CANTOPEN|READONLY|EACCES|EROFS|EPERM|ENOTDIR/;
const diskFault = /IOERR|\bEIO\b/;

/** Whether `write` found that it may not write to the file or beside it. What else is refused is a fault of ours. */
export const isUnwritable = (error: unknown) => error instanceof DatabaseError && unwritable.test(codeOf(error));

/** Whether the disk failed, such as where what was written could not be made to last. */
export const isDiskFault = (error: unknown) =>
  diskFault.test(codeOf(error)) && (error instanceof DatabaseError || isOfDriver(error));

/** Whether a file could not grow. */
export const isDiskFull = (error: unknown) => /FULL|ENOSPC/.test(codeOf(error));

/** Whether a row could not go because another one refers to it, or come because what it refers to is not there. */
export const isForeignKeyError = (error: unknown) => codeOf(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";

/** Drizzle on a connection, without the schema: it would be read whole for each change, and serves `db.query` only. */
export const queries = (connection: Connection) => drizzle(keepingStatements(connection));

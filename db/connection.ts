/** Opens the database with the SQLite driver and interprets its errors. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { companySettingsQuery, hasCompanySettings, latestWorkClock, learnCompanySettings } from "./company-settings";
import { dayNumberAt, hourAt } from "./dates";
import { canonicalAddress } from "./email-address";
import { fold, naturalKey } from "./fold";
import { keepingStatements, RowMappingSession } from "./statements";

export type Connection = Database.Database;

/** A problem with the database file; the message tells the operator what to do. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** Thrown if the open file is no longer the one at its path: writes to it would be lost. */
export class FileReplaced extends DatabaseError {
  constructor(file: string) {
    super(
      `${file} or its log was removed or replaced while the server was running, so nothing more is saved. Restart the server.`,
    );
  }
}

/** Throws `DatabaseError` if the file does not exist, so that a wrong setting does not create an empty database. */
export function mustExist(file: string) {
  if (!existsSync(file))
    throw new DatabaseError(`There is no database at ${file}. Set DATA_DIR (or DATABASE_URL) as the server has it.`);
}

/** Opens a read-only connection. Throws `DatabaseError`. */
export function openReader(file: string): Connection {
  mustExist(file);
  return open(file, { readonly: true, fileMustExist: true, timeout: 20 });
}

/**
 * Opens a read-write connection. Throws `DatabaseError`. `patience` is the busy timeout, in milliseconds, during
 * which SQLite blocks the whole process: a server uses 0, see `write`.
 */
export function openWriter(file: string, { patience = 250 } = {}): Connection {
  const connection = open(file, { timeout: patience });
  return explained(file, () => {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = FULL"); // NORMAL loses acknowledged commits when the power fails
    connection.pragma("foreign_keys = ON");
    connection.pragma("cache_size = -4000"); // in KiB; a larger cache would make commits block for longer
    connection.pragma("secure_delete = ON"); // overwrites erased data in the file's free space
    return connection;
  });
}

function open(file: string, options: Database.Options): Connection {
  return explained(file, () => {
    const connection = new Database(file, options);
    // SQLite itself folds ASCII only. A database accessed over a network could not call this function; searching would
    // then need an index of folded text.
    connection.function("folded", { deterministic: true }, (value) => fold(value === null ? null : String(value)));
    connection.function("natural_key", { deterministic: true }, (value) =>
      value === null ? null : naturalKey(String(value)),
    );
    connection.function("canonical_address", { deterministic: true }, (value) => canonicalAddress(String(value)));
    connection.function("day_of", (instant) =>
      typeof instant === "number" ? dayNumberAt(instant, latestWorkClock().timeZone) : null,
    ); // for daily totals, see `db/totals`
    connection.function("current_day", () => dayNumberAt(Date.now(), latestWorkClock().timeZone)); // for `past_due_dates`
    connection.function("hour_of", (instant) =>
      typeof instant === "number" ? hourAt(new Date(instant), latestWorkClock().timeZone) : null,
    ); // for filters by hour of the day, see `app/features/career`
    connection.pragma("schema_version"); // reads the file, and fails if it is not a database
    if (!hasCompanySettings()) learnFrom(connection);
    return connection;
  });
}

/** Reads the company's settings, unless the file is from before the company had them. */
export function learnFrom(connection: Connection) {
  const has = connection.prepare("select 1 from pragma_table_info('companies') where name = 'currency'").get();
  const row = has && connection.prepare(companySettingsQuery).get();
  if (row) learnCompanySettings(row);
}

/** Runs `act` and replaces errors about the file with a `DatabaseError` that explains them. */
export function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw fileError(file, error) ?? error;
  }
}

/** Returns a `DatabaseError` for an error that an operator can fix, otherwise undefined. */
export function fileError(file: string, error: unknown): DatabaseError | undefined {
  const code = codeOf(error);
  const say = (sentence: string) => new DatabaseError(sentence, { cause: error });
  if (isDamaged(error)) {
    return say(
      `${file} is damaged or not a database. Restore a backup with "npm run restore -- FILE", or move the file away to start anew.`,
    );
  }
  if (isDiskFull(error)) return say(`The disk is full, so ${file} cannot grow. Free some space and try again.`);
  if (unwritableCodes.test(code)) {
    return say(
      `${file} cannot be opened for writing. Make the file and its folder, ${dirname(file)}, writable for the user that runs Portico, or set DATA_DIR to another folder.`,
    );
  }
  if (diskFault.test(code))
    return say(`The disk reported an error (${code}) for ${file}. Look at the disk and at the system's log.`);
  if (/BUSY|LOCKED/.test(code))
    return say(`${file} is held by another program. Stop it, or set DATA_DIR to another folder.`);
  if (code === "ERR_DLOPEN_FAILED" && String(error).includes("NODE_MODULE_VERSION"))
    return say(
      `The database driver was compiled for another version of Node than this one, ${process.versions.node}. Run Portico with Node 24, or run "npm rebuild better-sqlite3" with this one.`,
    );
  return undefined;
}

/** Whether the file is corrupt or not a database. */
export const isDamaged = (error: unknown) => /NOTADB|CORRUPT/.test(codeOf(error));

/** Returns the driver's or the system's error code, also of the cause of a `DatabaseError`; "" if there is none. */
const codeOf = (error: unknown) =>
  String(((error instanceof DatabaseError ? error.cause : error) as { code?: unknown } | null | undefined)?.code ?? "");

/**
 * Whether the driver raised the error. System errors such as EACCES do not count: inside a change they may be about
 * something other than the database.
 */
export const isOfDriver = (error: unknown) => !(error instanceof DatabaseError) && codeOf(error).startsWith("SQLITE_");

/** Whether another process holds the file. */
export const isBusy = (error: unknown) => codeOf(error).startsWith("SQLITE_BUSY");

const unwritableCodes = /CANTOPEN|READONLY|EACCES|EROFS|EPERM|ENOTDIR/;
const diskFault = /IOERR|\bEIO\b/;

/** Whether `write` failed because the database file or its folder is not writable. */
export const isUnwritable = (error: unknown) => error instanceof DatabaseError && unwritableCodes.test(codeOf(error));

/** Whether the disk failed, for example because a write could not be flushed. */
export const isDiskFault = (error: unknown) =>
  diskFault.test(codeOf(error)) && (error instanceof DatabaseError || isOfDriver(error));

export const isDiskFull = (error: unknown) => /FULL|ENOSPC/.test(codeOf(error));

/** Whether a foreign key constraint failed. */
export const isForeignKeyError = (error: unknown) => codeOf(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";

/**
 * Returns a Drizzle client without the schema, which only `db.query` needs and which would be processed for each
 * change.
 */
export function queries(connection: Connection) {
  const session = new RowMappingSession(keepingStatements(connection), dialect, undefined);
  return new BetterSQLite3Database("sync", dialect, session, undefined);
}

export const dialect = new SQLiteSyncDialect();

/** Putting a database file in the place of another. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { type Connection, DatabaseError, isBusy, openWriter } from "./connection";

/**
 * Puts a database in the place of another, which is kept beside it: answers the name that the old file got, if there was one.
 * Throws `DatabaseError` when a server is running with the old one: it should be stopped, `then` what.
 */
export function swap(incoming: string, file: string, then: string): string | undefined {
  if (!existsSync(file)) {
    rename(incoming, file);
    return undefined;
  }
  const connection = closedToOthers(file, then);
  const kept = `${file}.${new Date().toISOString().replace(/[:.]/g, "-")}.replaced`;
  try {
    for (const ending of ["-wal", "-shm"]) if (existsSync(file + ending)) renameSync(file + ending, kept + ending);
    renameSync(file, kept);
    rename(incoming, file);
    return kept;
  } finally {
    connection?.close();
  }
}

/** Throws `DatabaseError` when a server is running with a file that is to be replaced. */
export function mustBeUnused(file: string, then: string) {
  closedToOthers(file, then)?.close();
}

/**
 * A connection that keeps everybody else out of the file. SQLite lets nobody leave WAL mode while another connection is
 * open, so a running server is noticed even when it does nothing. A damaged file has no connection: it is only kept.
 */
function closedToOthers(file: string, then: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    connection = openWriter(file);
    connection.pragma("locking_mode = EXCLUSIVE");
    connection.pragma("journal_mode = DELETE");
    connection.exec("BEGIN EXCLUSIVE");
    return connection;
  } catch (error) {
    connection?.close();
    if (isBusy(error)) {
      throw new DatabaseError(`The server is running with this database. Stop it first, then ${then}.`, { cause: error });
    }
    return undefined;
  }
}

/** Removes a database file, if it is there, with what SQLite keeps beside it. */
export function remove(file: string) {
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/** Renames a file once all of it is on the disk. */
export function rename(from: string, to: string) {
  const file = openSync(from, "r+");
  fsyncSync(file);
  closeSync(file);
  renameSync(from, to);
}

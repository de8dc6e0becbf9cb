/**
 * One server at a time works with a database: two would each take the other's changes for those of a program that is in
 * the way.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { type Connection, DatabaseError, fileError, isBusy } from "./connection";

/** Kept here, because a connection that nobody knows any more is closed. */
const locks = new Map<string, Connection>();

/**
 * Takes the place of the one server of a database file, until the process ends, however it ends: the lock is the
 * system's own, on an empty file beside the database. Answers what gives the place free earlier. Throws `DatabaseError`
 * where another process has it.
 */
export function takeServerPlace(file: string): () => void {
  let lock: Connection | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    lock = new Database(`${file}.server`, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (isBusy(error))
      throw new DatabaseError(
        `Another server is running with ${file}. Stop it first, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    throw fileError(file, error) ?? error;
  }
  const taken = lock;
  locks.set(file, taken);
  return () => void (locks.delete(file), taken.close());
}

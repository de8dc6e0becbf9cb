/**
 * Allows one server at a time per database: two would each mistake the other's writes for those of a foreign process.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { type Connection, DatabaseError, fileError, isBusy } from "./connection";

/** Keeps references to the lock connections, which would otherwise be closed when garbage collected. */
const locks = new Map<string, Connection>();

/**
 * Takes the server lock of a database file, which the system releases when the process ends for any reason; it is on
 * an empty file beside the database. Returns a function that releases it earlier. Throws `DatabaseError` if another
 * process holds it.
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

/** Putting a database file in the place of another. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { config } from "config";
import { type Connection, DatabaseError, isBusy, openWriter } from "./connection";

/**
 * Puts a database in the place of another, which is kept beside it: answers the name that the old file got, if there
 * was one. Whenever this is killed, one of the two is in its place. Throws `DatabaseError` when a server is running
 * with the old one: it should be stopped, `then` what.
 */
export function swap(incoming: string, file: string, nextStep: string): string | undefined {
  const existed = existsSync(file);
  const connection = existed ? closedToOthers(file, nextStep) : undefined;
  const kept = `${file}.${new Date().toISOString().replace(/[:.]/g, "-")}${replaced}`;
  try {
    for (const ending of ["-wal", "-shm"]) if (existsSync(file + ending)) renameSync(file + ending, kept + ending); // of a damaged file, or of one that is gone
    if (existed) linkFile(file, kept);
    rename(incoming, file);
    return existed ? kept : undefined;
  } finally {
    connection?.close();
  }
}

const replaced = ".replaced";

/**
 * Gives a file a second name, so that its first is never without one. Where the disk has no second names, it is moved.
 */
function linkFile(file: string, kept: string) {
  try {
    linkSync(file, kept);
  } catch {
    renameSync(file, kept);
  }
}

/**
 * Throws `DatabaseError` where there is no database at its place, but one that was put aside, or the log of one that is
 * gone: an empty one there would look as if everything were lost, and let in whoever comes first; and SQLite would
 * remove the log.
 */
export function assertNotSetAside(file: string) {
  if (sizeOf(file) > 0 || !existsSync(dirname(file))) return;
  if (sizeOf(`${file}-wal`) > 0) {
    throw new DatabaseError(
      `There is no database at ${file}, but its log, ${basename(file)}-wal, lies beside it: the database was removed or emptied. ` +
        `Put it back, or restore a backup with "npm run restore -- FILE". To start with an empty database, move the log to another folder.`,
    );
  }
  const aside = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith(replaced))
    .sort()
    .at(-1);
  if (!aside || existsSync(file)) return;
  throw new DatabaseError(
    `There is no database at ${file}, but ${aside} lies beside it: a restore put it aside and did not come to its end, or the database was removed since. ` +
      `Run the restore again, or rename ${aside} to ${basename(file)} to go on with it. To start with an empty database, move it to another folder.`,
  );
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws `DatabaseError` when a server is running with a file that is to be replaced. */
export function assertUnused(file: string, nextStep: string) {
  closedToOthers(file, nextStep)?.close();
}

/**
 * A connection that keeps everybody else out of the file. SQLite lets nobody leave WAL mode while another connection is
 * open, so a running server is noticed even when it does nothing. A damaged file has no connection: it is only kept.
 */
function closedToOthers(file: string, nextStep: string): Connection | undefined {
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
      const running = config.litestreamMetricsUrl ? "The server or Litestream" : "The server";
      throw new DatabaseError(`${running} is running with this database. Stop it first, then ${nextStep}.`, {
        cause: error,
      });
    }
    return undefined;
  }
}

/** Removes a database file, if it is there, with what SQLite keeps beside it. */
export function remove(file: string) {
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/** Renames a file once all of it is on the disk, and has the new name be there too. */
export function rename(from: string, to: string) {
  onDisk(from, "r+");
  renameSync(from, to);
  if (process.platform !== "win32") onDisk(dirname(to), "r"); // where folders cannot be opened
}

function onDisk(path: string, flags: string) {
  const opened = openSync(path, flags);
  fsyncSync(opened);
  closeSync(opened);
}

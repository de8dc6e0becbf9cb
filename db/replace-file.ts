/** Replaces one database file with another. */
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
 * Replaces a database and keeps the old file beside it; returns the old file's new name, if there was one. If
 * interrupted, one of the two is in place. Throws `DatabaseError` if a server is running with the old one; `nextStep`
 * completes the message.
 */
export function replaceDatabase(incoming: string, file: string, nextStep: string): string | undefined {
  const existed = existsSync(file);
  const connection = existed ? closedToOthers(file, nextStep) : undefined;
  const kept = `${file}.${new Date().toISOString().replace(/[:.]/g, "-")}${replaced}`;
  try {
    for (const ending of ["-wal", "-shm"]) if (existsSync(file + ending)) renameSync(file + ending, kept + ending); // the log of a damaged or missing file
    if (existed) linkFile(file, kept);
    rename(incoming, file);
    return existed ? kept : undefined;
  } finally {
    connection?.close();
  }
}

const replaced = ".replaced";

/** Gives a file a second name, so that the first is never missing. Renames it if the file system has no hard links. */
function linkFile(file: string, kept: string) {
  try {
    linkSync(file, kept);
  } catch {
    renameSync(file, kept);
  }
}

/**
 * Throws `DatabaseError` if the database is missing while a database that was set aside, or a leftover log, lies
 * beside its path. A new empty one would look like data loss and let the first visitor in, and SQLite would delete
 * the log.
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

/** Throws `DatabaseError` if a server is running with the file. */
export function assertUnused(file: string, nextStep: string) {
  closedToOthers(file, nextStep)?.close();
}

/**
 * Opens a connection that locks everyone else out; returns undefined for a missing or damaged file. SQLite cannot leave
 * WAL mode while another connection is open, so even an idle server is detected.
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

/** Removes a database file with its log and shared memory file, if they exist. */
export function remove(file: string) {
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
}

/** Renames a file durably: flushes its content first, and its new folder afterwards. */
export function rename(from: string, to: string) {
  onDisk(from, "r+");
  renameSync(from, to);
  if (process.platform !== "win32") onDisk(dirname(to), "r"); // Windows cannot open folders
}

function onDisk(path: string, flags: string) {
  const opened = openSync(path, flags);
  fsyncSync(opened);
  closeSync(opened);
}

/** Backs up and restores the whole database. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { config } from "config";
import { write } from "db";
import { DatabaseError, fileError, isBusy, mustExist, openReader } from "db/connection";
import { facts } from "db/schema";
import { remove, rename, replaceDatabase } from "db/replace-file";
import { assertNoFolder, checkBackup } from "./backup-check";

/**
 * Writes a consistent copy while others keep writing, records the time, and returns the size in bytes. Throws
 * `DatabaseError` if there is no database, or if the target exists or cannot be written.
 */
export async function backUp(target: string): Promise<number> {
  mustExist(config.databaseFile);
  if (existsSync(target)) throw new DatabaseError(`${target} exists already. Name a file that does not.`);
  const unfinished = `${target}.unfinished`;
  onDisk(target, () => {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    remove(unfinished);
    try {
      copy(unfinished);
      checkBackup(unfinished, target);
      chmodSync(unfinished, 0o600);
      rename(unfinished, target);
    } finally {
      remove(unfinished); // an unfinished backup would fill the disk
    }
  });
  await noteBackup(target, new Date().toISOString());
  return statSync(target).size;
}

/**
 * How long to retry recording the backup's time while another process holds the lock, in milliseconds. Tests lower
 * it.
 */
export const recordRetry = { patience: 60_000 };

/**
 * Records when the backup was made, and retries while another process holds the lock; the backup itself is complete
 * by then.
 */
async function noteBackup(target: string, value: string) {
  for (const begun = performance.now(); ;) {
    try {
      return await write(
        async (tx) =>
          void (await tx
            .insert(facts)
            .values({ name: "lastBackupAt", value })
            .onConflictDoUpdate({ target: facts.name, set: { value } })),
      );
    } catch (error) {
      if (!(error instanceof DatabaseError && isBusy(error.cause))) throw error;
      if (performance.now() - begun > recordRetry.patience)
        throw new DatabaseError(`${target} is a whole backup, but /health does not know of it: ${error.message}`, {
          cause: error,
        });
    }
  }
}

export interface Restored {
  /** Path of the replaced database, if there was one. */
  kept: string | undefined;
  /** Time of the last restored change (ISO). */
  lastChange: string | undefined;
  /** Range without data around the requested time, from and to (ISO), if the replica has such a gap. */
  gap?: [from: string, to: string];
}

/**
 * Replaces the database with a backup and keeps the old file beside it. Credentials and queued mails of the backup
 * are dropped, since they may have been revoked or sent since. Throws `DatabaseError` if the backup is invalid or a
 * server is running.
 */
export async function restore(backup: string): Promise<Restored> {
  const { databaseFile } = config;
  if (!existsSync(backup)) throw new DatabaseError(`There is no file ${backup}.`);
  assertNoFolder(backup, backup);
  const incoming = `${databaseFile}.incoming`;
  return onDisk(databaseFile, () => {
    mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(backup, incoming);
      chmodSync(incoming, 0o600);
      const lastChange = checkBackup(incoming, backup);
      return { kept: replaceDatabase(incoming, databaseFile, "restore"), lastChange };
    } finally {
      remove(incoming);
    }
  });
}

/** Copies the current database into one file. */
function copy(target: string) {
  const source = openReader(config.databaseFile);
  try {
    source.prepare("VACUUM INTO ?").run(target);
  } finally {
    source.close();
  }
}

/** Runs `act` and turns file system errors about `file` into a `DatabaseError`. */
export function onDisk<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof DatabaseError ? error : (fileError(file, error) ?? error);
  }
}

/** Copies of the whole database, out of it and back into it. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { config } from "config";
import { write } from "db";
import { DatabaseError, fileError, isBusy, mustExist, openReader } from "db/connection";
import { facts } from "db/schema";
import { remove, rename, swap } from "db/replace-file";
import { assertNoFolder, checkBackup } from "./backup-check";

/**
 * Writes a copy that is whole and of one moment, while others go on writing, and notes when. Answers its size in bytes.
 * Throws `DatabaseError` when there is no database, or the target exists or cannot be written.
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
      remove(unfinished); // on a full disk a piece of a backup is in the way of everything else
    }
  });
  await noteBackup(target, new Date().toISOString());
  return statSync(target).size;
}

/** So long a server that changes much is waited for to note when a backup was made, in milliseconds. Tests lower it. */
export const noting = { patience: 60_000 };

/** The backup is whole by now: where another process has the file just then, this is tried again and again. */
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
      if (performance.now() - begun > noting.patience)
        throw new DatabaseError(`${target} is a whole backup, but /health does not know of it: ${error.message}`, {
          cause: error,
        });
    }
  }
}

export interface Restored {
  /** Where the database is that was there before. */
  kept: string | undefined;
  /** When the last of the changes was made that came back, as an ISO time. */
  lastChange: string | undefined;
  /** Where a second copy has nothing around the moment that was asked for: from when until when, as ISO times. */
  gap?: [from: string, to: string];
}

/**
 * Puts a backup in the database's place; what was there is kept beside it. Sessions, tokens and the other `waysIn` of
 * the backup's time do not come back: some of them were ended since. Nor do mails that waited then: they were sent
 * since. Throws `DatabaseError` when the backup is no good or a server is running.
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
      return { kept: swap(incoming, databaseFile, "restore"), lastChange };
    } finally {
      remove(incoming);
    }
  });
}

/** A copy of the database as it is now, in one file. */
function copy(target: string) {
  const source = openReader(config.databaseFile);
  try {
    source.prepare("VACUUM INTO ?").run(target);
  } finally {
    source.close();
  }
}

/** Does something with a file. Throws `DatabaseError` where the disk does not allow it. */
export function onDisk<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof DatabaseError ? error : (fileError(file, error) ?? error);
  }
}

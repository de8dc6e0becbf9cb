/**
 * Detects whether an open file is still the one at its path: writes to a file that was removed or replaced are lost.
 */
import { statSync } from "node:fs";

/** Identifies the file at a path by device and inode, which no other file has while it is open. */
const identity = (path: string) => {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
};

/** Remembers the file now at the path, and returns a function that tells whether it is still there. */
export function remembered(file: string): () => boolean {
  const opened = identity(file);
  return () => opened !== undefined && identity(file) === opened;
}

/** Check for the database that this process has opened. */
let isSameDatabase: (() => boolean) | undefined;

export const rememberOpened = (file: string) => void (isSameDatabase ??= remembered(file));
export const forgetOpened = () => void (isSameDatabase = undefined);

/** Whether the opened database is still at its path; true if none has been opened. */
export const isOpened = () => isSameDatabase?.() ?? true;

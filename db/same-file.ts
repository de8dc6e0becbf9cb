/**
 * Whether a file that is open still stands at its path: one that was removed or replaced goes on taking what is written
 * to it, and all of that vanishes.
 */
import { statSync } from "node:fs";

/** Names what stands at a path: no other file is called so while this one is open. */
const identity = (path: string) => {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
};

/** Remembers which file stands at the path of the database now, and answers whether it still does. */
export function remembered(file: string): () => boolean {
  const opened = identity(file);
  return () => opened !== undefined && identity(file) === opened;
}

/** The database that this process has opened. */
let isSameDatabase: (() => boolean) | undefined;

export const rememberOpened = (file: string) => void (isSameDatabase ??= remembered(file));
export const forgetOpened = () => void (isSameDatabase = undefined);

/** Whether the database that was opened still stands at its path; also where none has been. */
export const isOpened = () => isSameDatabase?.() ?? true;

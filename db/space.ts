/** Room on the disk. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "./connection";

/** What a new database with its samples needs, with room for some days of work; in bytes. */
const enough = 16_000_000;

/** Below this the owners are warned, and below the second no uploads are taken; in bytes. Tests raise them. */
export const diskLimits = { low: 1_000_000_000, noUploads: 300_000_000 };

export interface DiskSpace {
  /** Nothing where the system cannot say it. */
  freeBytes: number | undefined;
  state: "enough" | "low" | "no uploads";
}

/** The room on the disk that holds a file, or will hold it. */
export function diskSpace(file: string): DiskSpace {
  const freeBytes = freeBytesAt(dirname(file));
  const { low, noUploads } = diskLimits;
  if (freeBytes === undefined || freeBytes >= low) return { freeBytes, state: "enough" };
  return { freeBytes, state: freeBytes < noUploads ? "no uploads" : "low" };
}

/** The free bytes at a folder, or at the nearest one above that exists. */
function freeBytesAt(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return dirname(folder) === folder ? undefined : freeBytesAt(dirname(folder));
  }
}

/**
 * A disk that fills up in the middle of a migration has less to say than this. Throws `DatabaseError` where the file
 * would have less room.
 */
export function checkSpace(file: string, least = enough) {
  const freeBytes = freeBytesAt(dirname(file)); // nothing: no such drive, which opening the database will say
  if (freeBytes !== undefined && freeBytes < least)
    throw new DatabaseError(
      `The disk that holds ${file} is full. Free some space and start again, or set DATA_DIR to another disk.`,
    );
}

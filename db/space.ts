/** Free disk space. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "./connection";

/** Space for a new database with samples and some days of use, in bytes. */
const enough = 16_000_000;

/**
 * Free space below which owners are warned (`low`) and uploads are refused (`noUploads`), in bytes. Tests raise them.
 */
export const diskLimits = { low: 1_000_000_000, noUploads: 300_000_000 };

export interface DiskSpace {
  /** Undefined if the system cannot report it. */
  freeBytes: number | undefined;
  state: "enough" | "low" | "no uploads";
}

/** Returns the free space on the disk that holds, or will hold, a file. */
export function diskSpace(file: string): DiskSpace {
  const freeBytes = freeBytesAt(dirname(file));
  const { low, noUploads } = diskLimits;
  if (freeBytes === undefined || freeBytes >= low) return { freeBytes, state: "enough" };
  return { freeBytes, state: freeBytes < noUploads ? "no uploads" : "low" };
}

/** Returns the free bytes at a folder, or at its nearest existing ancestor; undefined if unknown. */
function freeBytesAt(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return dirname(folder) === folder ? undefined : freeBytesAt(dirname(folder));
  }
}

/**
 * Throws `DatabaseError` if the disk has fewer than `least` bytes free: a disk that fills up during a migration gives
 * a less helpful error.
 */
export function checkSpace(file: string, least = enough) {
  const freeBytes = freeBytesAt(dirname(file)); // undefined if there is no such drive, which opening the database reports
  if (freeBytes !== undefined && freeBytes < least)
    throw new DatabaseError(
      `The disk that holds ${file} is full. Free some space and start again, or set DATA_DIR to another disk.`,
    );
}

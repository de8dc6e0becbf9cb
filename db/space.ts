/** Room on the disk. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "./connection";

/** What a new database with its samples needs, with room for some days of work; in bytes. */
const enough = 16_000_000;

/**
 * A disk that fills up in the middle of a migration has less to say than this. Throws `DatabaseError` where the file
 * would have less room.
 */
export function checkSpace(file: string, least = enough) {
  let space: { bavail: number; bsize: number } | undefined;
  for (let folder = dirname(file); !space; folder = dirname(folder)) {
    try {
      space = statfsSync(folder);
    } catch {
      if (dirname(folder) === folder) return; // no such drive: opening the database will say so
    }
  }
  if (space.bavail * space.bsize < least)
    throw new DatabaseError(
      `The disk that holds ${file} is full. Free some space and start again, or set DATA_DIR to another disk.`,
    );
}

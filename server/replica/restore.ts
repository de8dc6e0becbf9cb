/** The way back from the second copy that Litestream keeps elsewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { config } from "config";
import { DatabaseError } from "db/connection";
import { assertUnused, remove } from "db/swap";
import { onDisk, restore, type Restored } from "../backup";

/**
 * Puts the copy in the database's place, as it was at a `moment` (an ISO time) or as it is now. The program
 * `litestream` is found on the PATH, and the copy by its own configuration. Throws `DatabaseError` as `restore` does,
 * and where there is no such copy.
 */
export async function restoreReplica(moment?: string): Promise<Restored> {
  const { databaseFile } = config;
  const at = moment === undefined ? undefined : parsedMoment(moment);
  if (existsSync(databaseFile)) assertUnused(databaseFile, "restore");
  const fetched = `${databaseFile}.replica`;
  try {
    onDisk(databaseFile, () => mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 }));
    removeFetched(fetched);
    litestream("restore", "-o", fetched, ...(at === undefined ? [] : placeOf(at)), databaseFile);
    return await restore(fetched);
  } finally {
    removeFetched(fetched);
  }
}

/** What Litestream brings, and what it leaves where it was stopped. */
const removeFetched = (file: string) => [file, `${file}.tmp`].forEach(remove);

/** In milliseconds since 1970. */
function parsedMoment(given: string): number {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const moment = isWhole ? Date.parse(given) : NaN;
  if (Number.isNaN(moment))
    throw new DatabaseError(`${given} is no moment. Write it with its time zone, such as 2026-11-25T14:30:00+01:00.`);
  if (moment > Date.now())
    throw new DatabaseError(`${given} is in the future. Leave it out for the copy as it is now.`);
  return moment;
}

/**
 * Where a moment is in the copy, as options of Litestream. The copy has generations: one ends where Litestream stopped.
 * Of a generation Litestream knows no moment after its last change, until which nothing was different.
 */
function placeOf(moment: number): string[] {
  const generations = litestream("generations", config.databaseFile)
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([, id = "", , start = "", end = ""]) => ({ id, start: Date.parse(start), end: Date.parse(end) }))
    .filter(({ start }) => !Number.isNaN(start)) // not its heading
    .sort((one, other) => one.start - other.start);
  const place = generations.filter(({ start }) => start <= moment).at(-1);
  const [first] = generations;
  if (!first) throw new DatabaseError("There is no second copy where Litestream looks for it.");
  if (!place) throw new DatabaseError(`The second copy begins at ${new Date(first.start).toISOString()}.`);
  const time = moment < place.end ? ["-timestamp", new Date(moment).toISOString()] : [];
  return ["-generation", place.id, ...time];
}

/** Runs Litestream, and answers what it says. Throws `DatabaseError` with its words. */
function litestream(command: string, ...options: string[]): string {
  const all = [command, "-config", config.litestreamConfig, ...options];
  const { error, stdout } = spawnSync("litestream", all, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (error) throw new DatabaseError("There is no program litestream on the PATH. Install it first.", { cause: error });
  const failure = /level=ERROR .*error="?(.*?)"?$/m.exec(stdout)?.[1]; // what npm installs ends with 0 all the same
  if (failure) throw new DatabaseError(`Litestream could not restore: ${failure}.`);
  return stdout;
}

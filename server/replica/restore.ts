/** The way back from the second copy that Litestream keeps elsewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { config } from "config";
import { DatabaseError } from "db/connection";
import { assertUnused } from "db/replace-file";
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
  const folder = `${databaseFile}.replica`; // Litestream leaves much behind where it is stopped
  try {
    rmSync(folder, { recursive: true, force: true });
    onDisk(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    const fetched = join(folder, basename(databaseFile));
    const place = at === undefined ? undefined : placeOf(at);
    litestream("restore", "-o", fetched, ...(place?.options ?? []), databaseFile);
    return { ...(await restore(fetched)), gap: place?.gap };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In milliseconds. Litestream says when something was in whole ones, rounded down. */
const second = 1_000;

/** What one copy has without a gap: from `start` to `end`, in milliseconds since 1970. */
interface Generation {
  replica: string;
  id: string;
  start: number;
  end: number;
}

const iso = (time: number) => new Date(time).toISOString();

/** In milliseconds since 1970. */
function parsedMoment(given: string): number {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.exec(given) ?? [];
  const isDay = day !== undefined && !Number.isNaN(Date.parse(day)) && iso(Date.parse(day)).startsWith(day);
  const moment = isDay ? Date.parse(given) : NaN;
  if (Number.isNaN(moment))
    throw new DatabaseError(`${given} is no moment. Write it with its time zone, such as 2026-11-25T14:30:00+01:00.`);
  if (moment > Date.now())
    throw new DatabaseError(`${given} is in the future. Leave it out for the copy as it is now.`);
  return moment;
}

/**
 * Where a moment is in the copy, as options of Litestream. The copy has generations: one ends where Litestream stopped,
 * and each copy of several has come to another end of it. After its last change Litestream knows no moment of one.
 */
function placeOf(moment: number) {
  const generations = listGenerations();
  const [first] = generations;
  if (!first) throw new DatabaseError("There is no second copy where Litestream looks for it.");
  const latest = generations.filter(({ start }) => start <= moment).at(-1);
  if (!latest) throw new DatabaseError(`The second copy begins at ${iso(first.start)}.`);
  const { replica, id, end } = generations
    .filter((one) => one.id === latest.id)
    .reduce((best, one) => (one.end > best.end ? one : best));
  const next = generations.find((one) => one.id !== id && one.start > moment);
  const isWithin = moment < end + second;
  return {
    options: ["-replica", replica, "-generation", id, ...(isWithin ? ["-timestamp", iso(Math.min(moment, end))] : [])],
    gap: !isWithin && next ? ([iso(end), iso(next.start)] as [string, string]) : undefined,
  };
}

/**
 * The generations of each copy, oldest first, each from when to when. `litestream generations` would say so, but fails
 * on a machine without the database, where this is needed most.
 */
function listGenerations(): Generation[] {
  const generations = new Map<string, Generation>();
  for (const command of ["snapshots", "wal"]) {
    for (const line of litestream(command, config.databaseFile).split("\n")) {
      const columns = line.trim().split(/\s+/);
      const [replica = "", id = ""] = columns;
      const at = Date.parse(columns.at(-1) ?? "");
      if (Number.isNaN(at)) continue; // its heading
      const { start, end } = generations.get(`${replica} ${id}`) ?? { start: Infinity, end: 0 };
      generations.set(`${replica} ${id}`, { replica, id, start: Math.min(start, at + second), end: Math.max(end, at) });
    }
  }
  return [...generations.values()].sort((one, other) => one.start - other.start);
}

/** Runs Litestream, and answers what it says. Throws `DatabaseError` with its words. */
function litestream(command: string, ...options: string[]): string {
  const all = [command, "-config", config.litestreamConfig, ...options];
  // npm puts a wrapper of its own before all others, which ends with 0 also where Litestream has failed
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  const env = { ...process.env, PATH: PATH.join(delimiter) };
  const { error, status, stdout, stderr } = spawnSync("litestream", all, {
    env,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  if (error)
    throw new DatabaseError(`The program litestream could not be run: ${error.message}. Is it on the PATH?`, {
      cause: error,
    });
  const lines = `${stdout}\n${stderr}`.trim().split("\n");
  const failure = lines.find((line) => /level"?[=:]"?ERROR/.test(line)) ?? (status === 0 ? undefined : lines.at(-1));
  const words = /error"?[=:]"?(.*?)"?\}?$/.exec(failure ?? "")?.[1] ?? failure; // of one copy of several it ends with 0
  if (words !== undefined) throw new DatabaseError(`Litestream could not restore: ${words}.`);
  return stdout;
}

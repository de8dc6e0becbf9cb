/** Restores the database from the replica that Litestream keeps elsewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { config } from "config";
import { DatabaseError } from "db/connection";
import { assertUnused } from "db/replace-file";
import { onDisk, restore, type Restored } from "../backup";

/**
 * Replaces the database with the replica, as of `moment` (ISO time) or its latest state. Runs `litestream` from the
 * PATH with its own configuration. Throws `DatabaseError` like `restore`, and if there is no such replica.
 */
export async function restoreReplica(moment?: string): Promise<Restored> {
  const { databaseFile } = config;
  const at = moment === undefined ? undefined : parsedMoment(moment);
  if (existsSync(databaseFile)) assertUnused(databaseFile, "restore");
  const folder = `${databaseFile}.replica`; // Litestream leaves files behind when it is stopped
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

/** Milliseconds. Litestream reports times in whole seconds, rounded down. */
const second = 1_000;

/** A gapless part of a replica, from `start` to `end`, in milliseconds since 1970. */
interface Generation {
  replica: string;
  id: string;
  start: number;
  end: number;
}

const iso = (time: number) => new Date(time).toISOString();

/** Parses an ISO time into milliseconds since 1970. Throws `DatabaseError` if it is invalid or in the future. */
function parsedMoment(given: string): number {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.exec(given) ?? [];
  const isDay = day !== undefined && !Number.isNaN(Date.parse(day)) && iso(Date.parse(day)).startsWith(day);
  const moment = isDay ? Date.parse(given) : NaN;
  if (Number.isNaN(moment))
    throw new DatabaseError(`${given} is not a time. Include the time zone, such as 2026-11-25T14:30:00+01:00.`);
  if (moment > Date.now())
    throw new DatabaseError(`${given} is in the future. Leave it out to restore the latest copy.`);
  return moment;
}

/**
 * Returns the Litestream options that select a time. A generation ends when Litestream stops, at a different position
 * in each replica; Litestream rejects times after a generation's last change.
 */
function placeOf(moment: number) {
  const generations = listGenerations();
  const [first] = generations;
  if (!first) throw new DatabaseError("Litestream finds no second copy.");
  const latest = generations.filter(({ start }) => start <= moment).at(-1);
  if (!latest) throw new DatabaseError(`The second copy starts at ${iso(first.start)}. Choose a later time.`);
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
 * Lists the generations of each replica with their time ranges, oldest first. `litestream generations` fails on a
 * machine without the database, where this is needed most.
 */
function listGenerations(): Generation[] {
  const generations = new Map<string, Generation>();
  for (const command of ["snapshots", "wal"]) {
    for (const line of litestream(command, config.databaseFile).split("\n")) {
      const columns = line.trim().split(/\s+/);
      const [replica = "", id = ""] = columns;
      const at = Date.parse(columns.at(-1) ?? "");
      if (Number.isNaN(at)) continue; // the header line
      const { start, end } = generations.get(`${replica} ${id}`) ?? { start: Infinity, end: 0 };
      generations.set(`${replica} ${id}`, { replica, id, start: Math.min(start, at + second), end: Math.max(end, at) });
    }
  }
  return [...generations.values()].sort((one, other) => one.start - other.start);
}

/** Runs Litestream and returns its output. Throws `DatabaseError` with its error message. */
function litestream(command: string, ...options: string[]): string {
  const all = [command, "-config", config.litestreamConfig, ...options];
  // npm's wrapper comes first in PATH, and exits with 0 even if Litestream failed
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
  const words = /error"?[=:]"?(.*?)"?\}?$/.exec(failure ?? "")?.[1] ?? failure; // with several copies, it exits with 0 if one fails
  if (words !== undefined) throw new DatabaseError(`Litestream could not restore: ${words}.`);
  return stdout;
}

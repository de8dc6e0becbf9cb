/** Measures the app's memory, as reported by the app itself. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { RunningApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/messages.mjs";

/** Memory sizes, in bytes. */
export interface Weight {
  /** Live memory after garbage collection, which a leak increases. */
  live: number;
  /** Resident memory of the process: current, and peak. */
  rss: number;
  peak: number;
}

export const megabyte = 1024 * 1024;

/**
 * Maximum growth of live memory after the first tenth of the run, when code is compiled and caches are full, in
 * bytes. Runs without a leak differ by a few megabytes, so it detects a leak of 1 KB per request in 100,000 requests,
 * or of 10 KB in 5,000.
 */
export const maxGrowth = 32 * megabyte;

/**
 * Maximum memory of the process, in bytes. It covers 100 MB when idle, a dozen concurrent forms of 1 MB with several
 * copies each, password hashes of 19 MiB, and delayed garbage collection.
 */
export const maxAtOnce = 640 * megabyte;

/** Environment that makes the app report its memory. Not available on Windows, which lacks the signal. */
export const weighable = { NODE_OPTIONS: `--import ${pathToFileURL(join(paths.root, "tools/fuzz/weigh.mjs")).href}` };
export const canWeigh = process.platform !== "win32";

const pattern = /^\{"memory":.*$/gm;

/** Returns the app's memory, or undefined if it does not report it within ten seconds. */
export async function weigh(app: RunningApp): Promise<Weight | undefined> {
  const said = () => app.output().match(pattern) ?? [];
  const before = said().length;
  if (!canWeigh || !process.kill(app.pid, "SIGUSR2")) return undefined;
  for (let tries = 0; tries < 200 && said().length === before; tries++) await pause(50);
  const last = said()[before];
  return last === undefined ? undefined : (JSON.parse(last) as { memory: Weight }).memory;
}

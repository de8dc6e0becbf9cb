/** How much memory the app takes, by its own account. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { RunningApp } from "../../scripts/app.mjs";
import { paths } from "../../scripts/say.mjs";

/** In bytes. */
export interface Weight {
  /** What is still referred to after everything else was collected: what a leak adds to. */
  live: number;
  /** What the system counts as the process's now, and at most until now. */
  rss: number;
  peak: number;
}

export const megabyte = 1024 * 1024;

/**
 * How much more may be live at the end than after the first tenth, when all code is compiled and all caches are full.
 * Runs without a leak differ by a few megabytes, so a leak of a kilobyte a request is found in 100,000, and one of 10
 * KB in 5,000.
 */
export const maxGrowth = 32 * megabyte;

/**
 * How much the process may ever hold. It needs 100 MB when idle; a dozen forms of 1 MB at once, each copied a few
 * times, password hashes of 19 MiB and V8's own reluctance to collect come on top.
 */
export const maxAtOnce = 640 * megabyte;

/** The environment in which the app says it. Windows has no such signals: there nothing is weighed. */
export const weighable = { NODE_OPTIONS: `--import ${pathToFileURL(join(paths.root, "tools/fuzz/weigh.mjs")).href}` };
export const canWeigh = process.platform !== "win32";

const pattern = /^\{"memory":.*$/gm;

/** Nothing when the app does not say it within some seconds. */
export async function weigh(app: RunningApp): Promise<Weight | undefined> {
  const said = () => app.output().match(pattern) ?? [];
  const before = said().length;
  if (!canWeigh || !process.kill(app.pid, "SIGUSR2")) return undefined;
  for (let tries = 0; tries < 200 && said().length === before; tries++) await pause(50);
  const last = said()[before];
  return last === undefined ? undefined : (JSON.parse(last) as { memory: Weight }).memory;
}

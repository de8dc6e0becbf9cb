/**
 * The entry of the server bundle: `node build/server/index.js` prepares the database and listens, and starts this file
 * once more as a thread for long jobs. It exports Remix's own server build, so that any other Remix server can run it.
 */
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";
import { role } from "./app/core/jobs/role";

const isThread = workerData === role;
const startedDirectly =
  !isThread && process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (startedDirectly) process.once("uncaughtException", giveUp);

process.env.NODE_ENV ??= "production"; // before React is loaded, which then chooses its faster half

const build = await import("virtual:remix/server-build");
forgetUnusedSources();
export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = build;

/**
 * Prepares the database and listens, in as many processes as `WORKERS` says. Resolves when the server answers; errors
 * that people can mend are named `…Error` with a sentence.
 */
export async function start(): Promise<Started> {
  const file = new URL(import.meta.url);
  const { config } = await import("./config");
  const { role } = await import("./server/workers/role");
  if (config.workers > 1 && role === "alone")
    return (await import("./server/workers/supervise")).supervise<Started>(config.workers, file);
  const started = await (await import("./server/serve")).serve(build, file);
  if (role !== "alone") (await import("./server/workers/worker")).sayStarted(started);
  return started;
}

type Started = Awaited<ReturnType<typeof import("./server/serve").serve>>;

/** Frees sources that Node has only searched for the names they export, such as the development half of React, 2 MB. */
function forgetUnusedSources() {
  const { cache } = createRequire(import.meta.url);
  for (const [file, module] of Object.entries(cache)) if (!module?.loaded) delete cache[file];
}

/** Errors with a sentence for people need no stack. */
function giveUp(error: Error) {
  const mendable = ["ConfigError", "DatabaseError", "StartError"].includes(error.name);
  console.error(mendable ? error.message : error);
  process.exit(1);
}

if (startedDirectly) await start();
if (isThread) (await import("./app/core/jobs/run-worker.server")).runWorker();

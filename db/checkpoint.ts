/**
 * Moves the write-ahead log into the database file on a worker thread. SQLite would do that within a commit and block
 * the process: for milliseconds after a small change, for seconds after a very large one.
 */
import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { config } from "config";
import type { Connection } from "./connection";

/** Log size above which a checkpoint starts, in bytes. SQLite's own default: 1,000 pages. */
const checkpointBytes = 4 * 1024 * 1024;

/**
 * Log size above which changes wait until the log is checkpointed and truncated, in bytes. It can only be truncated
 * once it was checkpointed completely, and truncating hundreds of megabytes takes a while, too.
 */
const maxLogSize = 32 * 1024 * 1024;

/**
 * Log size above which this process checks that Litestream, which then does the checkpoints, still answers, in bytes.
 * If it does not, the checkpoint happens here.
 */
const unattendedBytes = 256 * 1024 * 1024;

const isLitestreamThere = async () =>
  config.litestreamMetricsUrl !== undefined &&
  fetch(config.litestreamMetricsUrl, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );

let worker: Worker | undefined;
let runningCheckpoint: Promise<void> | undefined;

/**
 * Turns off automatic checkpoints on a writer, in favor of `checkpointIfLarge`. The first change after a complete
 * checkpoint truncates the log to its usual size.
 */
export function leaveCheckpoints(connection: Connection) {
  connection.pragma("wal_autocheckpoint = 0");
  connection.pragma(`journal_size_limit = ${checkpointBytes}`);
}

/** Turns off automatic checkpoints during a migration if Litestream does them, since it may already be running. */
export function leaveToLitestream(connection: Connection) {
  if (config.litestreamMetricsUrl) connection.pragma("wal_autocheckpoint = 0");
}

const sizeOfLog = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Waits, before a change, until a log that exceeds `maxLogSize` is checkpointed and truncated. Pages that a reader
 * still uses stay in the log.
 */
export async function awaitShortLog(file: string) {
  if (config.litestreamMetricsUrl || sizeOfLog(file) <= maxLogSize) return;
  await checkpointed();
  await ask({ file, mode: "TRUNCATE", patience: 0 }).catch(() => undefined); // then the next change truncates the log
}

/** Flushes a large log to disk before the commit, which would otherwise block the process until that is done. */
export async function syncLog(file: string) {
  if (sizeOfLog(file) <= checkpointBytes) return;
  const log = await open(`${file}-wal`);
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}

/**
 * Starts a checkpoint after a commit if the log is large. If no worker thread is available, `connection` goes back to
 * SQLite's automatic checkpoints.
 */
export function checkpointIfLarge(file: string, connection: Connection | undefined) {
  if (runningCheckpoint || sizeOfLog(file) <= (config.litestreamMetricsUrl ? unattendedBytes : checkpointBytes)) return;
  runningCheckpoint = isLitestreamThere()
    .then((isThere) => (isThere ? undefined : ask({ file, mode: "PASSIVE", patience: 0 })))
    .catch(() => void (connection?.open && connection.pragma("wal_autocheckpoint = 1000")))
    .finally(() => (runningCheckpoint = undefined));
}

/** Resolves when no checkpoint is running on the worker thread. */
export const checkpointed = async () => void (await runningCheckpoint);

/**
 * Checkpoints and truncates the log while nothing is being written. Pages that another process reads are left for
 * later; with Litestream, so is everything.
 */
export async function emptyLog(file: string, connection: Connection) {
  await checkpointed();
  if (config.litestreamMetricsUrl) return;
  await ask({ file, mode: "TRUNCATE", patience: 250 }).catch(() => void connection.pragma("wal_checkpoint(TRUNCATE)"));
}

interface Task {
  file: string;
  /** PASSIVE never blocks other connections and skips pages that they use. */
  mode: "PASSIVE" | "TRUNCATE";
  /** Busy timeout: how long to wait for readers of the log, in milliseconds. */
  patience: number;
}

/** Source of the worker thread, as a string because the build bundles the server into one file. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
parentPort.on("message", ({ file, mode, patience }) => {
  const connection = new Database(file, { fileMustExist: true, timeout: patience });
  try {
    connection.pragma("synchronous = FULL");
    connection.pragma("wal_checkpoint(" + mode + ")");
  } finally {
    connection.close();
  }
  parentPort.postMessage("done");
});`;

function ask(task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const driver = createRequire(import.meta.url).resolve("better-sqlite3");
    const thread = (worker ??= new Worker(code, { eval: true, workerData: { driver } }));
    const ended = (error: Error) => {
      if (worker === thread) worker = undefined; // a failed thread exits later, when another may be running
      reject(error);
    };
    thread.ref(); // the process waits for it before it exits
    thread.removeAllListeners();
    thread.once("message", () => (thread.unref(), resolve()));
    thread.once("error", ended);
    thread.once("exit", () => ended(new Error("The thread that takes in changes has ended.")));
    thread.postMessage(task);
  });
}

/**
 * Taking what was written beside the database file (the write-ahead log) into it. SQLite would do that within a commit,
 * while this whole process stands still: milliseconds after a small change, seconds after a very large one. So another
 * thread does it.
 */
import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { config } from "config";
import type { Connection } from "./connection";

/** A log that is larger is taken into the file, in bytes. SQLite's own measure: 1,000 pages. */
const enough = 4 * 1024 * 1024;

/**
 * A log that is larger is not written on while it is taken in, in bytes: it can be cut only once it was taken in whole.
 * To cut one of hundreds of megabytes takes a while, too.
 */
const maxLogSize = 32 * 1024 * 1024;

/**
 * Where Litestream copies the database, it takes the log in, once it has copied it. A log that is larger than this, in
 * bytes, is taken in here too where Litestream does not answer any more.
 */
const abandoned = 256 * 1024 * 1024;

const isLitestreamThere = async () =>
  config.litestreamMetricsUrl !== undefined &&
  fetch(config.litestreamMetricsUrl, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );

let worker: Worker | undefined;
let going: Promise<void> | undefined;

/**
 * Has a writer leave it to `checkpointIfLarge`. A log that was taken in whole is cut to its usual size by the next
 * change.
 */
export function leaveCheckpoints(connection: Connection) {
  connection.pragma("wal_autocheckpoint = 0");
  connection.pragma(`journal_size_limit = ${enough}`);
}

/** Has a migration leave it to Litestream, which may run by then. */
export function leaveToLitestream(connection: Connection) {
  if (config.litestreamMetricsUrl) connection.pragma("wal_autocheckpoint = 0");
}

const sizeOfLog = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Before a change, while there is no other: where those before it left a long log, waits until it is taken in and cut.
 * What somebody still reads stays.
 */
export async function awaitShortLog(file: string) {
  if (config.litestreamMetricsUrl || sizeOfLog(file) <= maxLogSize) return;
  await checkpointed();
  await ask({ file, mode: "TRUNCATE", patience: 0 }).catch(() => undefined); // the next change cuts it then
}

/**
 * Before a commit, which waits until the disk has everything: for a large change that happens here, while others have
 * their turn.
 */
export async function syncLog(file: string) {
  if (sizeOfLog(file) <= enough) return;
  const log = await open(`${file}-wal`);
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}

/**
 * After a commit: begins to take the log into the file where there is much of it. Where no thread can be had, the
 * writer does it again as SQLite would.
 */
export function checkpointIfLarge(file: string, connection: Connection | undefined) {
  if (going || sizeOfLog(file) <= (config.litestreamMetricsUrl ? abandoned : enough)) return;
  going = isLitestreamThere()
    .then((isThere) => (isThere ? undefined : ask({ file, mode: "PASSIVE", patience: 0 })))
    .catch(() => void (connection?.open && connection.pragma("wal_autocheckpoint = 1000")))
    .finally(() => (going = undefined));
}

/** Resolves when no other thread is at it. */
export const checkpointed = async () => void (await going);

/**
 * While nobody changes anything: takes the whole log into the file, which then overwrites it. What another process
 * still reads is left to a later time, and all of it where Litestream does this.
 */
export async function emptyLog(file: string, connection: Connection) {
  await checkpointed();
  if (config.litestreamMetricsUrl) return;
  await ask({ file, mode: "TRUNCATE", patience: 250 }).catch(() => void connection.pragma("wal_checkpoint(TRUNCATE)"));
}

interface Task {
  file: string;
  /** PASSIVE keeps nobody waiting, and leaves what it cannot have to the next time. */
  mode: "PASSIVE" | "TRUNCATE";
  /** How long it waits for those who read what it would cut, in milliseconds. */
  patience: number;
}

/** What the thread runs: a text, since a build makes one file of the server. */
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
      if (worker === thread) worker = undefined; // one that failed exits later, when another may be at work
      reject(error);
    };
    thread.ref(); // a process that ends waits for it
    thread.removeAllListeners();
    thread.once("message", () => (thread.unref(), resolve()));
    thread.once("error", ended);
    thread.once("exit", () => ended(new Error("The thread that takes in changes has ended.")));
    thread.postMessage(task);
  });
}

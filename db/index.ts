/** Entry point to the database: `db` reads, `write` changes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../config";
import { checkpointed, emptyLog, leaveCheckpoints, checkpointIfLarge, awaitShortLog, syncLog } from "./checkpoint";
import { forgetCompanySettings, workClock } from "./company-settings";
import { type Connection, FileReplaced, fileError, isBusy, isOfDriver, openWriter, queries } from "./connection";
import { noteFileHeld, noteHeldByOthers } from "./lock-watch";
import { closeReading, type Queries } from "./reading";
import { forgetOpened, isOpened, rememberOpened, remembered } from "./same-file";
import { runInQueue, enqueue, drainQueue, withoutWriteTimeout } from "./write-queue";

export { type BuiltQuery, buildQuery, db, getBuilt, prepared, rowsByIds } from "./reading";
export { heldByOthers, otherProcesses } from "./lock-watch";
export { WriteTimeout, withWriteTimeout } from "./write-queue";

export type Transaction = Omit<Queries, "transaction">;

let writing: Connection | undefined;
/** Whether the open write-ahead log is still the file at its path. */
let isSameLog: (() => boolean) | undefined;
const transactionCallbacks = new AsyncLocalStorage<(() => void)[]>();

/**
 * Runs `change` in a transaction, after those that already wait; `tx` is revoked at the end. Rolls back and rethrows
 * what `change` throws, and throws `DatabaseError` if the file cannot be written.
 */
export function write<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (transactionCallbacks.getStore())
    throw new Error("write() was called inside write(): hand the transaction on instead.");
  const after: (() => void)[] = [];
  const asked = performance.now();
  return enqueue(() => transactionCallbacks.run(after, () => transact(change, asked))).then((value) => {
    for (const act of after) withoutWriteTimeout(act);
    return value;
  });
}

/** Thrown to roll back a transaction while keeping its result. */
class TrialRollback<Result> extends Error {
  constructor(readonly result: Result) {
    super("This change was a trial");
  }
}

/** Returns what a change in a transaction returns, and rolls it back; nothing that waits for the commit happens. */
export async function rolledBack<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await write(async (tx): Promise<never> => {
      throw new TrialRollback(await change(tx));
    });
  } catch (error) {
    if (error instanceof TrialRollback) return error.result as Result;
    throw error;
  }
}

/**
 * Runs `act` outside the current transaction: writes started in it are independent, and wait for their turn without a
 * time limit.
 */
export const outsideTransaction = <Result>(act: () => Result): Result =>
  transactionCallbacks.exit(() => withoutWriteTimeout(act));

/** Callbacks of a worker thread: `begun` when its transaction has started, `over` when its turn has ended. */
interface QueueSlot {
  begun(): void;
  over(): void;
}
let requestSlot: (() => Promise<QueueSlot>) | undefined;

/** Makes each write on a worker thread request its turn in the main thread's queue through `ask`. */
export function setQueueOwner(ask: () => Promise<QueueSlot>) {
  requestSlot = ask;
}

let isWritingInWorker = false;

/**
 * Gives another thread of this process a turn in the write queue; no write runs here until `turn` resolves. `turn`
 * must call `begun` when that thread's transaction has started.
 */
export function lendQueueSlot(turn: (begun: () => void) => Promise<void>): Promise<void> {
  const begun = () => {
    isWritingInWorker = true;
    noteFileHeld();
  };
  const over = () => {
    if (isWritingInWorker) noteFileHeld();
    isWritingInWorker = false;
  };
  return runInQueue(() => keepingLogShort(() => turn(begun).finally(over)));
}

let beforeChange: () => Promise<void> | undefined = () => undefined;

/**
 * Sets a check that runs at the start of each transaction. If it throws, the write fails with that error and nothing
 * changes.
 */
export const beforeEachChange = (ask: typeof beforeChange) => void (beforeChange = ask);

/** Runs `act` after the current transaction commits, and never if it is rolled back. `act` must not throw. */
export function afterCommit(act: () => void) {
  const after = transactionCallbacks.getStore();
  if (!after) throw new Error("afterCommit() was called outside write().");
  after.push(act);
}

/**
 * Call before a part of a transaction that may be rolled back: returns a function that drops every `afterCommit`
 * callback added since.
 */
export function deferredSince(): () => void {
  const after = transactionCallbacks.getStore() ?? [];
  const before = after.length;
  return () => void after.splice(before);
}

/** Wraps each transaction, on whichever thread it runs, and keeps the write-ahead log short. */
async function keepingLogShort<Result>(change: () => Promise<Result>): Promise<Result> {
  mustBeSameFile();
  await awaitShortLog(config.databaseFile);
  const result = await change();
  checkpointIfLarge(config.databaseFile, writing);
  return result;
}

async function transact<Result>(change: (tx: Transaction) => Promise<Result>, asked: number): Promise<Result> {
  if (!requestSlot) return keepingLogShort(() => commit(change, asked));
  const turn = await requestSlot(); // the main thread checkpoints the log
  try {
    return await commit(change, performance.now(), turn.begun);
  } finally {
    turn.over();
  }
}

async function commit<Result>(
  change: (tx: Transaction) => Promise<Result>,
  asked: number,
  begun?: () => void,
): Promise<Result> {
  const connection = await begin(asked);
  const { proxy: tx, revoke } = Proxy.revocable(queries(connection), {});
  try {
    begun?.();
    workClock(); // as triggers need it
    await beforeChange();
    const result = await change(tx);
    await syncLog(config.databaseFile).catch(throwExplained);
    mustBeSameFile();
    connection.exec("COMMIT");
    forgetCompanySettings();
    return result;
  } catch (error) {
    throw explainedError(error);
  } finally {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    noteFileHeld();
    closedForChanges(connection);
    revoke();
  }
}

function throwExplained(error: unknown): never {
  throw fileError(config.databaseFile, error) ?? error;
}

const explainedError = (error: unknown) => (isOfDriver(error) && fileError(config.databaseFile, error)) || error;

function startWriting(): Connection {
  mustBeSameFile();
  const connection = openWriter(config.databaseFile, { patience: 0 });
  leaveCheckpoints(connection);
  rememberOpened(config.databaseFile);
  isSameLog = remembered(`${config.databaseFile}-wal`);
  return closedForChanges(connection);
}

/**
 * Throws `FileReplaced` if the database file was replaced, so that no lost write is acknowledged. If only the log was
 * removed, its content is checkpointed first, since this process still has it open.
 */
function mustBeSameFile() {
  if (isSameFile()) return;
  if (isOpened() && writing && !writing.inTransaction) writing.pragma("wal_checkpoint(PASSIVE)");
  throw new FileReplaced(config.databaseFile);
}

/** Whether the open database file and write-ahead log are still the files at their paths. */
export const isSameFile = () => isOpened() && (isSameLog?.() ?? true);

/** Makes the writer read-only between transactions, so that a query kept from an earlier one cannot write. */
function closedForChanges(connection: Connection): Connection {
  connection.pragma("query_only = ON");
  return connection;
}

/** Whether a transaction of this process holds the file now; one that waits for another process does not count. */
export const isChanging = () => isWritingInWorker || (writing?.inTransaction ?? false);

/** Pause between two attempts to lock the file, in milliseconds. */
const pauses = 50;

/** Begins a transaction and waits, without blocking the process, while another process holds the lock. */
async function begin(asked: number): Promise<Connection> {
  for (;;) {
    try {
      writing ??= startWriting();
      writing.pragma("query_only = OFF");
      writing.exec("BEGIN IMMEDIATE");
      noteFileHeld();
      return writing;
    } catch (error) {
      if (writing) closedForChanges(writing);
      const isSpent = noteHeldByOthers(asked);
      if (!isBusy(error) || isSpent) throw explainedError(error);
      await pause(pauses);
    }
  }
}

/**
 * After all queued writes, checkpoints and truncates the write-ahead log, in which erased data would stay readable.
 * While another process reads the file, that is left for later.
 */
export async function tidyFile() {
  await runInQueue(() => (writing && isSameFile() ? emptyLog(config.databaseFile, writing) : undefined));
}

/** Waits for all queued writes, then closes both connections; the next use reopens them. */
export async function closeDatabase() {
  await drainQueue(checkpointed);
  closeReading();
  writing?.close();
  writing = isSameLog = undefined;
  forgetOpened();
  forgetCompanySettings();
}

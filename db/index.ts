/** The database as everything else has it: `db` reads, `write` changes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../config";
import { checkpointed, emptyLog, leaveCheckpoints, checkpointIfLarge, awaitShortLog, syncLog } from "./checkpoint";
import { type Connection, FileReplaced, fileError, isBusy, isOfDriver, openWriter, queries } from "./connection";
import { noteFileHeld, noteHeldByOthers } from "./lock-watch";
import { closeReading, type Queries } from "./reading";
import { forgetOpened, isOpened, rememberOpened, remembered } from "./same-file";
import { afterOthers, inTurn, turnsOver, withEndlessPatience } from "./write-queue";

export { db, prepared, rowsByIds } from "./reading";
export { heldByOthers, otherProcesses } from "./lock-watch";
export { NotItsTurn, withPatience } from "./write-queue";

export type Transaction = Omit<Queries, "transaction">;

let writing: Connection | undefined;
/** Whether the log that is written to still stands at its path. */
let isSameLog: (() => boolean) | undefined;
const inside = new AsyncLocalStorage<(() => void)[]>();

/**
 * One change: all of it lands on disk, or none of it. Changes run one after another, and see each other's results. `tx`
 * is revoked when it ends. Throws what `change` throws, after taking everything back, and `DatabaseError` when the file
 * takes no change.
 */
export function write<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (inside.getStore()) throw new Error("write() was called inside write(): hand the transaction on instead.");
  const after: (() => void)[] = [];
  const asked = performance.now();
  return inTurn(() => inside.run(after, () => transact(change, asked))).then((value) => {
    for (const act of after) withEndlessPatience(act);
    return value;
  });
}

/**
 * Has the changes that begin within `act` stand by themselves: they are part of no change that goes on here, and wait
 * for their turn as long as it takes.
 */
export const outsideTransaction = <Result>(act: () => Result): Result => inside.exit(() => withEndlessPatience(act));

/** What a thread says of its turn: that it has the file, and that it is over. */
interface TurnElsewhere {
  begun(): void;
  over(): void;
}
let askForTurn: (() => Promise<TurnElsewhere>) | undefined;

/**
 * Where this is not the main thread: the changes made here take their turns among those of the main one, by asking for
 * each.
 */
export function takeTurnsBy(ask: () => Promise<TurnElsewhere>) {
  askForTurn = ask;
}

let isElsewhere = false;

/**
 * Gives another thread of this process a turn among the changes: until it is over, none is made here. `turn` is given
 * what says that the thread has the file.
 */
export function giveTurn(turn: (begun: () => void) => Promise<void>): Promise<void> {
  const begun = () => {
    isElsewhere = true;
    noteFileHeld();
  };
  const over = () => {
    if (isElsewhere) noteFileHeld();
    isElsewhere = false;
  };
  return afterOthers(() => keepingLogShort(() => turn(begun).finally(over)));
}

let beforeChange: () => Promise<void> | undefined = () => undefined;

/**
 * Has each change begin with this, when its turn has come and nobody else can change anything: what it throws, the
 * change throws, and nothing is changed.
 */
export const beforeEachChange = (ask: typeof beforeChange) => void (beforeChange = ask);

/**
 * Inside a change: has something done once the change is on disk, and never when it is taken back. What it starts must
 * not throw.
 */
export function afterCommit(act: () => void) {
  const after = inside.getStore();
  if (!after) throw new Error("afterCommit() was called outside write().");
  after.push(act);
}

/**
 * Inside a change, before a part of it that may be taken back: answers what forgets all that the part had put off by
 * `afterCommit`.
 */
export function deferredSince(): () => void {
  const after = inside.getStore() ?? [];
  const before = after.length;
  return () => void after.splice(before);
}

/** Around each change, whichever thread makes it. */
async function keepingLogShort<Result>(change: () => Promise<Result>): Promise<Result> {
  mustBeSameFile();
  await awaitShortLog(config.databaseFile);
  const result = await change();
  checkpointIfLarge(config.databaseFile, writing);
  return result;
}

async function transact<Result>(change: (tx: Transaction) => Promise<Result>, asked: number): Promise<Result> {
  if (!askForTurn) return keepingLogShort(() => commit(change, asked));
  const turn = await askForTurn(); // whoever gives it sees to the log
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
    await beforeChange();
    const result = await change(tx);
    await syncLog(config.databaseFile).catch(throwExplained);
    mustBeSameFile();
    connection.exec("COMMIT");
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
 * Throws `FileReplaced`, so that nothing is acknowledged which would vanish. What lies in a log that was removed is
 * saved from there: this process still has it.
 */
function mustBeSameFile() {
  if (isSameFile()) return;
  if (isOpened() && writing && !writing.inTransaction) writing.pragma("wal_checkpoint(PASSIVE)");
  throw new FileReplaced(config.databaseFile);
}

/** Whether what changes are written to is still what stands at its path. */
export const isSameFile = () => isOpened() && (isSameLog?.() ?? true);

/** Between transactions even the writer refuses changes: a query kept from an earlier one cannot slip in. */
function closedForChanges(connection: Connection): Connection {
  connection.pragma("query_only = ON");
  return connection;
}

/**
 * Whether a change of this process has the file at this moment: not one that waits for another process to let go of it.
 */
export const isChanging = () => isElsewhere || (writing?.inTransaction ?? false);

/** Between two tries to get the file, in milliseconds. */
const pauses = 50;

/** Begins a change, behind another process if need be, without stalling this one. */
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
 * Once what is queued is done, takes the changes that lie beside the file into it, where they overwrite what was
 * erased; beside it the pages as they were would stay readable. While another process reads the file, that is left to a
 * later time.
 */
export async function tidyFile() {
  await afterOthers(() => (writing && isSameFile() ? emptyLog(config.databaseFile, writing) : undefined));
}

/** Lets everything that is queued finish, then closes both connections; the next use opens them again. */
export async function closeDatabase() {
  await turnsOver(checkpointed);
  closeReading();
  writing?.close();
  writing = isSameLog = undefined;
  forgetOpened();
}

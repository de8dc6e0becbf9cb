/** Queue in which writes run one after another, each with an optional waiting limit. */
import { AsyncLocalStorage } from "node:async_hooks";

let queue: Promise<unknown> = Promise.resolve();
const waitLimit = new AsyncLocalStorage<number>();

/** Thrown if a write exceeded its waiting limit. It is not run later either. */
export class WriteTimeout extends Error {
  override name = "WriteTimeout";
}

/**
 * Limits how long writes started in `act` wait for their turn, in milliseconds; beyond it they throw `WriteTimeout`. A
 * write that has started is not interrupted.
 */
export const withWriteTimeout = <Result>(milliseconds: number, act: () => Result): Result =>
  waitLimit.run(milliseconds, act);

/** Lets writes started in `act` wait for their turn without a limit. */
export const withoutWriteTimeout = <Result>(act: () => Result): Result => waitLimit.exit(act);

/** Runs `act` after everything queued before it. */
export function runInQueue<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  const result = queue.then(act);
  queue = result.catch(() => undefined);
  return result;
}

/** Like `runInQueue`, but within the current waiting limit. Throws `WriteTimeout`. */
export function enqueue<Result>(act: () => Promise<Result>): Promise<Result> {
  const turn = new Turn(waitLimit.getStore());
  const result = runInQueue(() => (turn.take() ? act() : turn.givenUp));
  return Promise.race([result, turn.givenUp]);
}

/** Waits until the queue is empty, also after `settled`. */
export async function drainQueue(settled: () => Promise<unknown>) {
  let last;
  do {
    last = queue;
    await last;
    await settled();
  } while (last !== queue); // another write may have been queued meanwhile
}

/** The place of a write in the queue. */
class Turn {
  #state: "awaited" | "taken" | "given up" = "awaited";
  #timer: NodeJS.Timeout | undefined;
  /** Rejects if the turn is given up; never resolves. */
  readonly givenUp: Promise<never>;

  constructor(milliseconds: number | undefined) {
    this.givenUp = new Promise((_, reject) => {
      if (milliseconds !== undefined) this.#timer = setTimeout(() => this.#giveUp(reject), milliseconds);
    });
  }

  /** Takes the turn; returns false if it was given up. */
  take(): boolean {
    clearTimeout(this.#timer);
    if (this.#state === "awaited") this.#state = "taken";
    return this.#state === "taken";
  }

  #giveUp(reject: (error: Error) => void) {
    this.#state = "given up";
    reject(new WriteTimeout("Another change goes on that takes long."));
  }
}

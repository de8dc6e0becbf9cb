/** The turns that changes take: one after another, each within the patience of whoever asked for it. */
import { AsyncLocalStorage } from "node:async_hooks";

let queue: Promise<unknown> = Promise.resolve();
const waitLimit = new AsyncLocalStorage<number>();

/** Thrown where a change waited for its turn as long as it may. It is not made, also not later. */
export class NotItsTurn extends Error {
  override name = "NotItsTurn";
}

/**
 * Has the changes that begin within `act` wait for their turn so many milliseconds and no longer: then they throw
 * `NotItsTurn`. One that has begun is made.
 */
export const withPatience = <Result>(milliseconds: number, act: () => Result): Result =>
  waitLimit.run(milliseconds, act);

/** Has the changes that begin within `act` wait for their turn as long as it takes. */
export const withEndlessPatience = <Result>(act: () => Result): Result => waitLimit.exit(act);

/** Has something done when all that asked before is done. */
export function afterOthers<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  const result = queue.then(act);
  queue = result.catch(() => undefined);
  return result;
}

/** The same, within the patience that it is asked with. Throws `NotItsTurn`. */
export function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const turn = new Turn(waitLimit.getStore());
  const result = afterOthers(() => (turn.take() ? act() : turn.givenUp));
  return Promise.race([result, turn.givenUp]);
}

/** Waits until nobody waits for a turn, also after `settled`. */
export async function turnsOver(settled: () => Promise<unknown>) {
  let last;
  do {
    last = queue;
    await last;
    await settled();
  } while (last !== queue); // meanwhile another change may have begun
}

/** A change's turn among the others. */
class Turn {
  #state: "awaited" | "taken" | "given up" = "awaited";
  #timer: NodeJS.Timeout | undefined;
  /** Rejects where the turn is given up, and never resolves. */
  readonly givenUp: Promise<never>;

  constructor(milliseconds: number | undefined) {
    this.givenUp = new Promise((_, reject) => {
      if (milliseconds !== undefined) this.#timer = setTimeout(() => this.#giveUp(reject), milliseconds);
    });
  }

  /** Whether it is still wanted. */
  take(): boolean {
    clearTimeout(this.#timer);
    if (this.#state === "awaited") this.#state = "taken";
    return this.#state === "taken";
  }

  #giveUp(reject: (error: Error) => void) {
    this.#state = "given up";
    reject(new NotItsTurn("Another change goes on that takes long."));
  }
}

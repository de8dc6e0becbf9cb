/** Limits how many bytes of requests are in memory, so that slow clients cannot fill it. */
import { QueueFull, type Requester } from "./fair-queue.server";

interface ByteBudgetOptions {
  /** Maximum bytes per requester. */
  maxPerKey: number;
  /** Maximum bytes in total. Half of it is kept for requesters who have taken none yet. */
  maxTotal: number;
  /** Error message of `QueueFull`. */
  fullMessage: string;
}

export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  /** Taken bytes by requester; those who have taken none are absent. */
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  /** Takes bytes, and returns a function that gives them back. Throws `QueueFull`. */
  take({ key }: Requester, bytes: number): () => void {
    const { maxPerKey, maxTotal, fullMessage } = this.#options;
    const own = this.#taken.get(key) ?? 0;
    const isWithin = own + bytes <= maxPerKey && this.#total + bytes <= (own === 0 ? maxTotal : maxTotal / 2);
    if (!isWithin) throw new QueueFull(fullMessage);
    this.#add(key, bytes);
    let isReturned = false;
    return () => {
      if (!isReturned) this.#add(key, -bytes);
      isReturned = true;
    };
  }

  #add(key: string, bytes: number) {
    const own = (this.#taken.get(key) ?? 0) + bytes;
    if (own > 0) this.#taken.set(key, own);
    else this.#taken.delete(key);
    this.#total += bytes;
  }
}

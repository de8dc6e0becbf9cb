/** Runs expensive tasks a few at a time, sharing the slots fairly among requesters. */
import { AsyncLocalStorage } from "node:async_hooks";
import { acceptWaitingConnections } from "./event-loop.server";

/** Thrown if too many tasks are waiting. The message is shown to the user. */
export class QueueFull extends Error {
  override name = "QueueFull";
}

interface FairQueueOptions {
  /** Maximum concurrent tasks. */
  maxConcurrent: number;
  /** Maximum running and waiting tasks per key. */
  maxPerKey: number;
  /** Maximum running and waiting tasks per lane. */
  maxPerLane: number;
  /** Error message of `QueueFull`. */
  fullMessage: string;
  /** Called before the caller of `run` or `enter` waits. */
  onWait?: () => void;
  /** Awaited between two tasks; `acceptWaitingConnections` by default. */
  pause?: () => Promise<unknown>;
}

/**
 * The user or network that a task runs for. Known users have their own lane, so that strangers, who can use any number
 * of addresses, neither delay them much nor fill their queue.
 */
export interface Requester {
  key: string;
  isKnown: boolean;
}

/** A place in a queue. Its tasks are never refused, so that work that has begun can be completed. */
interface QueuePlace {
  run<Result>(task: () => Result | Promise<Result>): Promise<Result>;
  leave(): void;
}

/** State of the current call: it holds a place, or is running as a task. */
type Inside = { place: QueuePlace } | "task";

/** Waiting tasks of a lane by requester, in order of their turns. */
type Lane = Map<string, (() => void)[]>;
type LaneName = "known" | "strangers";

/** Counts by name; a name whose count is 0 takes no memory. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(...names: string[]) {
    for (const name of names) this.#counts.set(name, this.of(name) + 1);
  }

  remove(...names: string[]) {
    for (const name of names) {
      if (this.of(name) > 1) this.#counts.set(name, this.of(name) - 1);
      else this.#counts.delete(name);
    }
  }
}

/** Runs the tasks of requesters in turn, and throws `QueueFull` above its limits. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #lanes: Record<LaneName, Lane> = { known: new Map(), strangers: new Map() };
  /** Taken places, by requester and by lane. */
  readonly #places = new Counts();
  readonly #inside = new AsyncLocalStorage<Inside>();
  /** Number of running tasks. */
  #running = 0;
  #isKnownNext = true;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Whether no task is running or waiting. Places without tasks do not count. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#lanes.known.size === 0 && this.#lanes.strangers.size === 0;
  }

  /** Runs a task and returns its result, at once if called within a task of this queue. Throws `QueueFull`. */
  async run<Result>(requester: Requester, task: () => Result | Promise<Result>): Promise<Result> {
    const inside = this.#inside.getStore();
    if (inside === "task") return task();
    if (inside) return inside.place.run(task);
    return this.hold(requester, () => this.run(requester, task));
  }

  /** Takes one place for all tasks that `act` runs. Throws `QueueFull`. */
  async hold<Result>(requester: Requester, act: () => Promise<Result>): Promise<Result> {
    if (this.#inside.getStore()) return act();
    const place = this.enter(requester);
    try {
      return await this.#inside.run({ place }, act);
    } finally {
      place.leave();
    }
  }

  /** Takes a place for work of many tasks, such as a download. Throws `QueueFull`. */
  enter({ key, isKnown }: Requester): QueuePlace {
    const { maxPerKey, maxPerLane, fullMessage, onWait } = this.#options;
    onWait?.();
    const lane = isKnown ? "known" : "strangers";
    const names = [`${lane} ${key}`, lane] as const;
    if (this.#places.of(names[0]) >= maxPerKey || this.#places.of(lane) >= maxPerLane) throw new QueueFull(fullMessage);
    this.#places.add(...names);
    let hasLeft = false;
    return {
      run: (task) => this.#runInTurn(lane, key, task),
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#places.remove(...names);
      },
    };
  }

  async #runInTurn<Result>(lane: LaneName, key: string, task: () => Result | Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const tasks = this.#lanes[lane].get(key) ?? [];
      tasks.push(begin);
      this.#lanes[lane].set(key, tasks);
      this.#startNext();
    });
    try {
      return await this.#inside.run("task", task);
    } finally {
      void this.#freeSlot();
    }
  }

  /** Lets other requests be read before the next task starts, as it may block the event loop. */
  async #freeSlot() {
    await (this.#options.pause ?? acceptWaitingConnections)();
    this.#running--;
    this.#startNext();
  }

  #startNext() {
    if (this.#running >= this.#options.maxConcurrent) return;
    this.#takeNext()?.();
  }

  /** Takes the next task and counts it as running; the lanes alternate while both have tasks. */
  #takeNext(): (() => void) | undefined {
    const names: LaneName[] = this.#isKnownNext ? ["known", "strangers"] : ["strangers", "known"];
    for (const name of names) {
      for (const [key, tasks] of this.#lanes[name]) {
        this.#isKnownNext = name !== "known";
        const begin = tasks.shift();
        this.#lanes[name].delete(key);
        if (tasks.length > 0) this.#lanes[name].set(key, tasks); // to the end of the lane
        this.#running++;
        return begin;
      }
    }
    return undefined;
  }
}

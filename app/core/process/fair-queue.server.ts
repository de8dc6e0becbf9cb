/** Runs expensive tasks a few at a time, sharing the slots fairly among requesters. */
import { AsyncLocalStorage } from "node:async_hooks";
import { acceptWaitingConnections } from "./event-loop.server";

/** Thrown if too many tasks are waiting. The message is shown to the user. */
export class QueueFull extends Error {
  override name = "QueueFull";
}

export interface FairQueueOptions {
  /** Maximum concurrent tasks. */
  maxConcurrent: number;
  /** Maximum concurrent tasks per key; no limit by default. */
  maxConcurrentPerKey?: number;
  /** Maximum concurrent tasks of strangers; no limit by default. */
  maxConcurrentStrangers?: number;
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
export interface QueuePlace {
  run<Result>(task: () => Result | Promise<Result>): Promise<Result>;
  leave(): void;
}

/** State of the current call: it holds a place, or is running as a task. */
type Inside = { place: QueuePlace } | "task";

/** Waiting tasks of a lane by requester, in order of their turns. */
type Lane = Map<string, (() => void)[]>;
type LaneName = "known" | "strangers";

/** Runs the tasks of requesters in turn, and throws `QueueFull` above its limits. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #lanes: Record<LaneName, Lane> = { known: new Map(), strangers: new Map() };
  /** Taken places, by requester and by lane. */
  readonly #places = new Map<string, number>();
  readonly #inside = new AsyncLocalStorage<Inside>();
  /** Running tasks, by requester. */
  readonly #running = new Map<string, number>();
  #runningTotal = 0;
  #runningStrangers = 0;
  #isKnownNext = true;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Whether no task is running or waiting. Places without tasks do not count. */
  get isIdle(): boolean {
    return this.#runningTotal === 0 && this.#lanes.known.size === 0 && this.#lanes.strangers.size === 0;
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
    const counted = [
      { name: `${lane} ${key}`, most: maxPerKey },
      { name: lane, most: maxPerLane },
    ];
    if (counted.some(({ name, most }) => (this.#places.get(name) ?? 0) >= most)) throw new QueueFull(fullMessage);
    for (const { name } of counted) this.#places.set(name, (this.#places.get(name) ?? 0) + 1);
    let hasLeft = false;
    return {
      run: (task) => this.#runInTurn(lane, key, task),
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        for (const { name } of counted) this.#giveBack(name);
      },
    };
  }

  #giveBack(name: string) {
    const taken = (this.#places.get(name) ?? 0) - 1;
    if (taken > 0) this.#places.set(name, taken);
    else this.#places.delete(name);
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
      void this.#freeSlot(lane, key);
    }
  }

  /** Lets other requests be read before the next task starts, as it may block the event loop. */
  async #freeSlot(lane: LaneName, key: string) {
    await (this.#options.pause ?? acceptWaitingConnections)();
    this.#runningTotal--;
    if (lane === "strangers") this.#runningStrangers--;
    const running = (this.#running.get(key) ?? 0) - 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    this.#startNext();
  }

  #startNext() {
    if (this.#runningTotal >= this.#options.maxConcurrent) return;
    const next = this.#takeNext();
    if (!next) return;
    this.#runningTotal++;
    if (next.lane === "strangers") this.#runningStrangers++;
    this.#running.set(next.key, (this.#running.get(next.key) ?? 0) + 1);
    next.begin();
  }

  /** Takes the next task; the lanes alternate while both have tasks that may run. */
  #takeNext(): { lane: LaneName; key: string; begin: () => void } | undefined {
    const { maxConcurrentPerKey = Infinity, maxConcurrentStrangers = Infinity } = this.#options;
    const names: LaneName[] = this.#isKnownNext ? ["known", "strangers"] : ["strangers", "known"];
    for (const name of names) {
      if (name === "strangers" && this.#runningStrangers >= maxConcurrentStrangers) continue;
      const lane = this.#lanes[name];
      const key = [...lane.keys()].find((key) => (this.#running.get(key) ?? 0) < maxConcurrentPerKey);
      if (key === undefined) continue;
      this.#isKnownNext = name !== "known";
      const [begin, ...others] = lane.get(key)!;
      lane.delete(key);
      if (others.length > 0) lane.set(key, others); // to the end of the lane
      return { lane: name, key, begin: begin! };
    }
    return undefined;
  }
}

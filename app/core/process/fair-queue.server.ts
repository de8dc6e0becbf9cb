/** Runs expensive work a few tasks at a time, and shares the turns among those who ask. */
import { AsyncLocalStorage } from "node:async_hooks";
import { acceptWaitingConnections } from "./event-loop.server";

/** Thrown where too much of the same work waits already. The message is a sentence for the person. */
export class QueueFull extends Error {
  override name = "QueueFull";
}

export interface FairQueueOptions {
  /** Tasks that run at the same time. */
  maxConcurrent: number;
  /** Tasks of one key that run at the same time; as many as of all keys if it is not given. */
  maxConcurrentPerKey?: number;
  /** Tasks of strangers that run at the same time; as many as of all if it is not given. */
  maxConcurrentStrangers?: number;
  /** Tasks of one key that run and wait. */
  maxPerKey: number;
  /** Tasks of all keys of a lane that run and wait. */
  maxPerLane: number;
  /** Said to whoever is refused. */
  fullMessage: string;
  /** Called before the caller of `run` or `enter` waits. */
  onWait?: () => void;
  /** Awaited between two tasks; `acceptWaitingConnections` if it is not given. */
  pause?: () => Promise<unknown>;
}

/**
 * Who asks. Known people have a lane of their own, so that a crowd of strangers, who can appear under any number of
 * addresses, neither delays them much nor has them refused.
 */
export interface Requester {
  key: string;
  isKnown: boolean;
}

/** A place in a queue: its tasks never find the queue full, so that what has begun can be finished. */
export interface QueuePlace {
  run<Result>(task: () => Result | Promise<Result>): Promise<Result>;
  leave(): void;
}

/** What goes on within a call: a place that is taken already, or a task that runs. */
type Inside = { place: QueuePlace } | "task";

/** The tasks that wait in one lane, by requester: the one whose turn is next comes first. */
type Lane = Map<string, (() => void)[]>;
type LaneName = "known" | "strangers";

/** Lets one task of each requester run in turn, and refuses more than it can hold with `QueueFull`. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #lanes: Record<LaneName, Lane> = { known: new Map(), strangers: new Map() };
  /** How many places are taken, by requester and lane. */
  readonly #places = new Map<string, number>();
  readonly #inside = new AsyncLocalStorage<Inside>();
  /** How many tasks run, by requester. */
  readonly #running = new Map<string, number>();
  #runningTotal = 0;
  #runningStrangers = 0;
  #isKnownNext = true;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Whether nothing runs or waits to run. A place without a task does not count. */
  get isIdle(): boolean {
    return this.#runningTotal === 0 && this.#lanes.known.size === 0 && this.#lanes.strangers.size === 0;
  }

  /** Runs one task. Throws `QueueFull`, or what the task throws. Within another task of this queue it runs at once. */
  async run<Result>(requester: Requester, task: () => Result | Promise<Result>): Promise<Result> {
    const inside = this.#inside.getStore();
    if (inside === "task") return task();
    if (inside) return inside.place.run(task);
    return this.hold(requester, () => this.run(requester, task));
  }

  /** Takes one place for all tasks that `act` runs, and leaves it at the end. Throws `QueueFull`. */
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

  /** Lets other requests be read before the next task begins: one that computes would keep them waiting. */
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

  /** The two lanes take turns while both have tasks that may run. */
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
      if (others.length > 0) lane.set(key, others); // behind the others
      return { lane: name, key, begin: begin! };
    }
    return undefined;
  }
}

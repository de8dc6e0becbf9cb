/** Collects garbage while the server is idle. V8 collects when it allocates, so memory stayed after a peak. */
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Interval between two checks, in milliseconds. */
const intervalMs = 10_000;

/** Share of the time in which the event loop may be busy while the server counts as idle. */
const maxUtilization = 0.05;

/** Growth since the last collection that makes another one worthwhile, in bytes. */
const minGrowthBytes = 16 * 1024 * 1024;

/** Checks at intervals whether the server is idle, and then collects garbage. */
export function startIdleCollection() {
  const collector = new IdleCollector();
  let last = performance.eventLoopUtilization();
  const check = () => {
    const now = performance.eventLoopUtilization();
    collector.check(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  };
  setInterval(check, intervalMs).unref();
}

export class IdleCollector {
  /** Memory in use after the last collection, in bytes. */
  #usedBytes = 0;
  #collect: () => void;

  constructor() {
    setFlagsFromString("--expose-gc"); // adds `gc` to new contexts
    this.#collect = runInNewContext("gc") as () => void;
  }

  /** Collects garbage if the event loop is hardly busy and much was allocated, and returns whether it did. */
  check(utilization: number): boolean {
    if (utilization > maxUtilization || bytesInUse() - this.#usedBytes < minGrowthBytes) return false;
    this.#collect();
    this.#usedBytes = bytesInUse();
    return true;
  }
}

function bytesInUse() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

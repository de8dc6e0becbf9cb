/** Cooperative scheduling: long work runs in slices of a few milliseconds, between which waiting requests go first. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

/** Maximum time to accept new connections, in milliseconds. */
const maxArrivalMs = 50;

/** Maximum length of a slice, in milliseconds. */
const slice = 4;

/** Maximum wait between two slices, in milliseconds, so that long work ends even under load. */
const maxWait = 20;

/**
 * Maximum time that a request has priority, in milliseconds. Slower ones are downloads or wait for something outside
 * this process.
 */
const maxPriority = 250;

/** Number of accepted connections and parsed requests. */
let arrivalCount = 0;

/** Call it for each accepted connection and each parsed request. */
export const countArrival = () => void arrivalCount++;

/** Turns of the event loop without an arrival after which nobody is considered waiting. */
const quietTurns = 2;

/**
 * Accepts and reads waiting connections. Node accepts one per turn of the event loop, so with a single turn between two
 * tasks, the last of forty visitors would wait for forty tasks.
 */
export async function acceptWaitingConnections(): Promise<void> {
  const begun = performance.now();
  let quiet = 0;
  while (quiet < quietTurns && performance.now() - begun < maxArrivalMs) {
    const before = arrivalCount;
    await turn();
    quiet = arrivalCount === before ? quiet + 1 : 0;
  }
}

let resumedAt = performance.now();
let waiting = 0;
const prioritizedWork = new AsyncLocalStorage<true>();

/** Runs a request before long work continues. Calls `act` with a function that ends its priority. */
export function goFirst(act: (answered: () => void) => void) {
  let isOpen = true;
  waiting++;
  const answered = () => {
    clearTimeout(timer);
    if (isOpen) waiting--;
    isOpen = false;
  };
  const timer = setTimeout(answered, maxPriority).unref();
  prioritizedWork.run(true, () => act(answered));
}

/**
 * Call it after each small piece of long work: at the end of a slice it lets others run. Work with priority (`goFirst`)
 * accepts connections, but does not wait for other requests.
 */
export async function yieldToEventLoop(): Promise<void> {
  const now = performance.now();
  if (now - resumedAt < slice) return;
  do await acceptWaitingConnections();
  while (waiting > 0 && !prioritizedWork.getStore() && performance.now() - now < maxWait);
  resumedAt = performance.now();
}

/**
 * Turns of long work. This process does one thing at a time, so what takes long does it in slices of some milliseconds,
 * and between them lets those go first who wait for a page.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

/** Longest time, in milliseconds, for which arrivals are let in at once. */
const maxArrivalMs = 50;

/** How long a slice may be, in milliseconds. */
const slice = 4;

/** Between two slices it waits no longer than this for others, however many there are: it has to end too. */
const maxWait = 20;

/**
 * So long somebody goes first, in milliseconds. Who takes longer reads a download, or waits for something else than
 * this process.
 */
const maxPriority = 250;

/** Connections that were accepted, and requests that were read. */
let arrivals = 0;

/** To be called for each connection that is accepted and each request that is read. */
export const countArrival = () => void arrivals++;

/** So many turns without an arrival show that nobody is about to be let in. */
const quietTurns = 2;

/**
 * Lets waiting connections be accepted and read. Node accepts one in each turn of the event loop: with a single turn
 * between two pieces of work, the last of forty visitors would wait for forty pieces.
 */
export async function acceptWaitingConnections(): Promise<void> {
  const begun = performance.now();
  let quiet = 0;
  while (quiet < quietTurns && performance.now() - begun < maxArrivalMs) {
    const before = arrivals;
    await turn();
    quiet = arrivals === before ? quiet + 1 : 0;
  }
}

let resumed = performance.now();
let waiting = 0;
const foremost = new AsyncLocalStorage<true>();

/** Answers somebody who waits, before long work goes on. `act` is given what says that they have their answer. */
export function goFirst(act: (answered: () => void) => void) {
  let isOpen = true;
  waiting++;
  const answered = () => {
    clearTimeout(timer);
    if (isOpen) waiting--;
    isOpen = false;
  };
  const timer = setTimeout(answered, maxPriority).unref();
  foremost.run(true, () => act(answered));
}

/**
 * To be awaited after each piece of long work, the smaller the better: after a slice it lets others have their turn.
 * What somebody waits for itself gives way once, and to nobody in particular.
 */
export async function yieldToEventLoop(): Promise<void> {
  const now = performance.now();
  if (now - resumed < slice) return;
  do await acceptWaitingConnections();
  while (waiting > 0 && !foremost.getStore() && performance.now() - now < maxWait);
  resumed = performance.now();
}

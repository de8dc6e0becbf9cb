/** Queues of expensive work, in which one user's tasks delay another's by at most one task. */
import { availableParallelism } from "node:os";
import { acceptWaitingConnections } from "~/core/process/event-loop.server";
import { ByteBudget } from "~/core/process/byte-budget.server";
import { FairQueue, type Requester } from "~/core/process/fair-queue.server";
import { requestAddress } from "~/core/process/security-log.server";
import { networkOf } from "./network.server";
import { requestContext } from "./request-context.server";

/** Threads for computation, leaving one for responses. */
export const spareThreads = Math.max(1, availableParallelism() - 1);

/** Starts requests. A slot is released when the response starts, or after a few milliseconds. */
export const requestQueue = new FairQueue({
  maxConcurrent: 2,
  maxPerKey: 600,
  maxPerLane: 3_000,
  fullMessage: "Too many pages are asked for right now. Wait a few seconds, then load the page again.",
});

const megabyte = 1024 * 1024;

const tooManyFiles = "Too many files are being sent right now. Wait a few seconds, then send yours again.";

/** Announced bytes of large request bodies that are being received; each is in memory until its request ends. */
export const bodyBudget = new ByteBudget({
  maxPerKey: 64 * megabyte,
  maxTotal: 256 * megabyte,
  fullMessage: tooManyFiles,
});

/** Budget of strangers, by network: people whose session ended send forms with files too, and get them back. */
export const strangersBodyBudget = new ByteBudget({
  maxPerKey: 32 * megabyte,
  maxTotal: 64 * megabyte,
  fullMessage: tooManyFiles,
});

/** Releases the slot of the current request while it waits in another queue. */
const releaseSlot = () => requestContext()?.releaseSlot?.();

/** Maximum time that expensive work yields to requests between two tasks, in milliseconds. */
const maxPauseMs = 100;

/** Resolves once all waiting requests have started, or after `maxPauseMs`. */
async function letRequestsGoFirst(): Promise<void> {
  const begun = performance.now();
  do await acceptWaitingConnections();
  while (!requestQueue.isIdle && performance.now() - begun < maxPauseMs);
}

/** Hashes passwords. */
export const passwordQueue = new FairQueue({
  maxConcurrent: spareThreads,
  maxPerKey: 15,
  maxPerLane: 30,
  fullMessage: "Too many people are logging in right now. Wait a few seconds, then try again.",
  onWait: releaseSlot,
});

/** Decodes pictures; each may take a hundred megabytes of memory. */
export const pictureQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 100,
  maxPerLane: 300,
  fullMessage: "Too many pictures are being prepared right now. Wait a few seconds, then load the page again.",
  onWait: releaseSlot,
});

/** Runs searches, which block the main thread. */
export const searchQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 40,
  maxPerLane: 300,
  fullMessage: "Too many searches are running right now. Wait a few seconds, then search again.",
  onWait: releaseSlot,
  pause: letRequestsGoFirst,
});

/** Exports lists, a few hundred rows at a time on the main thread. */
export const exportQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 25,
  maxPerLane: 200,
  fullMessage: "Too many downloads are running right now. Wait until one has ended, then try again.",
  onWait: releaseSlot,
});

/** Runs a search in its queue. Throws `QueueFull` if there is no room. */
export const runSearch = <Result>(search: () => Promise<Result>): Promise<Result> =>
  searchQueue.run(currentRequester(), search);

/** Returns the requester that all requests of a person count as. */
export const personRequester = (id: number): Requester => ({ key: `person ${id}`, isKnown: true });

/** Returns the requester for queues: the signed-in user, else the client's network. */
export function currentRequester(): Requester {
  const person = requestContext()?.person;
  if (person) return personRequester(person.id);
  const address = requestAddress();
  return address === undefined
    ? { key: "this server", isKnown: true }
    : { key: `network ${networkOf(address)}`, isKnown: false };
}

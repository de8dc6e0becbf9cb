/** The queues of expensive work, of which one person's tasks never delay others by more than one. */
import { availableParallelism } from "node:os";
import { acceptWaitingConnections } from "~/core/process/event-loop.server";
import { FairQueue, type Requester } from "~/core/process/fair-queue.server";
import { requestAddress } from "~/core/process/security-log.server";
import { networkOf } from "./network.server";
import { requestContext } from "./request-context.server";

/** Threads that may compute while one is left for answering. */
export const spareThreads = Math.max(1, availableParallelism() - 1);

/** Beginning to answer requests. A task ends once the answer begins, or after a few milliseconds. */
export const requestQueue = new FairQueue({
  maxConcurrent: 2,
  maxPerKey: 600,
  maxPerLane: 3_000,
  fullMessage: "Too many pages are asked for right now. Wait a few seconds, then load the page again.",
});

/** Reading large bodies, which are held in memory. One that comes slowly keeps its slot for some seconds only. */
export const uploadQueue = new FairQueue({
  maxConcurrent: 12,
  maxConcurrentPerKey: 2,
  maxConcurrentStrangers: 4,
  maxPerKey: 30,
  maxPerLane: 300,
  fullMessage: "Too many files are being sent right now. Wait a few seconds, then send yours again.",
});

/** Ends the turn of the request that is answered here: it waits in another queue now. */
const releaseSlot = () => requestContext()?.releaseSlot?.();

/** Longest time, in milliseconds, that expensive work gives way to requests between two of its tasks. */
const maxPauseMs = 100;

/** Resolves once all requests that wait have been begun, or after `maxPauseMs`. */
async function letRequestsGoFirst(): Promise<void> {
  const begun = performance.now();
  do await acceptWaitingConnections();
  while (!requestQueue.isIdle && performance.now() - begun < maxPauseMs);
}

/** Hashing passwords. */
export const passwordQueue = new FairQueue({
  maxConcurrent: spareThreads,
  maxPerKey: 15,
  maxPerLane: 30,
  fullMessage: "Too many people are logging in right now. Wait a few seconds, then try again.",
  onWait: releaseSlot,
});

/** Decoding pictures: each may take a hundred megabytes while it is unfolded. */
export const pictureQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 100,
  maxPerLane: 300,
  fullMessage: "Too many pictures are being prepared right now. Wait a few seconds, then load the page again.",
  onWait: releaseSlot,
});

/** Searching, which computes in the thread that answers. */
export const searchQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 40,
  maxPerLane: 300,
  fullMessage: "Too many searches are running right now. Wait a few seconds, then search again.",
  onWait: releaseSlot,
  pause: letRequestsGoFirst,
});

/** Downloads of lists, which are read some hundred rows at a time in the thread that answers. */
export const exportQueue = new FairQueue({
  maxConcurrent: 1,
  maxPerKey: 25,
  maxPerLane: 200,
  fullMessage: "Too many downloads are running right now. Wait until one has ended, then try again.",
  onWait: releaseSlot,
});

/** Runs a search in its queue. Throws `QueueFull`. */
export const runSearch = <Result>(search: () => Promise<Result>): Promise<Result> =>
  searchQueue.run(currentRequester(), search);

/** Who asks: the signed-in person, else the network that the request came from. */
export function currentRequester(): Requester {
  const person = requestContext()?.person;
  if (person) return { key: `person ${person.id}`, isKnown: true };
  const address = requestAddress();
  return address === undefined
    ? { key: "this server", isKnown: true }
    : { key: `network ${networkOf(address)}`, isKnown: false };
}

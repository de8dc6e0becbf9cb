/** Queues page loads and writes them once a second, in small batches. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { write } from "db";
import { DatabaseError, isBusy, isDiskFull } from "db/connection";
import { log } from "~/core/process/log.server";
import type { PageLoad } from "./page-load";
import { type Live, recent, writePageLoads } from "./writing.server";

/** Maximum delay before a page load is written, in milliseconds: a crash loses no more. */
const every = 1_000;
/** More do not wait: a flood must not fill the memory. */
const maxWaiting = 1_000;
/** Maximum page loads per transaction; each writes a dozen rows while other writes wait. */
const batchSize = 30;

let waiting: PageLoad[] = [];
let liveVisits: Live = new Map();
let timer: NodeJS.Timeout | undefined;
let writing = Promise.resolve();
let droppedCount = 0;
let isFailing = false;

/**
 * Remembers a look. Its request does not wait for that, though writing it takes its share of the process later. Never
 * throws.
 */
export function recordPageLoad(look: PageLoad): void {
  if (waiting.length < maxWaiting) waiting.push(look);
  else if (droppedCount++ === 0)
    log.warn(
      { waiting: maxWaiting },
      "more pages are looked at than can be written down, so some visits are not counted",
    );
  wait();
}

/** Starts the timer without keeping the process alive, because shutdown writes the queue. */
function wait() {
  timer ??= setTimeout(() => void visitsWritten(), every).unref();
}

/** Writes the queue now. Resolves when it is written or has failed; used by the timer, on shutdown and in tests. */
export function visitsWritten(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  return (writing = writing.then(flush));
}

/** Writes the queued page loads; later ones wait for the next run. */
async function flush() {
  waiting.sort((one, other) => one.at - other.at);
  for (let left = waiting.length; left > 0; left -= batchSize) {
    if (!(await writeSome(waiting.splice(0, Math.min(batchSize, left))))) break;
    await yieldToEventLoop();
  }
  liveVisits = recent(liveVisits);
}

/**
 * Writes page loads. Returns false if the database takes no changes at the moment, which queues them again; other
 * errors drop them.
 */
async function writeSome(looks: PageLoad[]): Promise<boolean> {
  try {
    liveVisits = await write((tx) => writePageLoads(tx, looks, liveVisits));
    [droppedCount, isFailing] = [0, false];
    return true;
  } catch (error) {
    if (!isFailing) log.error({ err: error }, "visits could not be written down");
    isFailing = true;
    if (!isOfTheFile(error)) return true;
    enqueueLoads(looks);
    return false;
  }
}

/** Whether the database cannot take changes at the moment, so that a retry may succeed. */
const isOfTheFile = (error: unknown) => error instanceof DatabaseError || isBusy(error) || isDiskFull(error);

function enqueueLoads(looks: PageLoad[]) {
  waiting = [...looks, ...waiting].slice(0, maxWaiting);
  wait();
}

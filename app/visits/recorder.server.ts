/** Remembers what was looked at for a moment, and writes it down once a second for all of it together. */
import { write } from "db";
import { DatabaseError, isBusy, isDiskFull } from "db/connection";
import { log } from "~/lib/log.server";
import type { Look } from "./look";
import { type Live, writeLooks } from "./writing.server";

/** So long a look waits at most before it is written, in milliseconds: a crash loses no more. */
const every = 1_000;
/** More do not wait: a flood must not fill the memory. */
const most = 5_000;

let waiting: Look[] = [];
let live: Live = new Map();
let timer: NodeJS.Timeout | undefined;
let writing = Promise.resolve();
let dropped = 0;
let failing = false;

/** Remembers a look. Costs its request nothing, and never throws. */
export function noteLook(look: Look): void {
  if (waiting.length < most) waiting.push(look);
  else if (dropped++ === 0) log.warn({ waiting: most }, "more pages are looked at than can be written down, so some visits are not counted");
  wait();
}

/** Does not keep the process alive: a stop writes what waits. */
function wait() {
  timer ??= setTimeout(() => void visitsWritten(), every).unref();
}

/** Writes down what waits. Resolves when that is done, or could not be done: for the timer, for a stop, and for tests. */
export function visitsWritten(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  return (writing = writing.then(flush));
}

async function flush() {
  const looks = waiting;
  if (looks.length === 0) return;
  waiting = [];
  try {
    live = await write((tx) => writeLooks(tx, looks, live));
    [dropped, failing] = [0, false];
  } catch (error) {
    if (!failing) log.error({ err: error }, "visits could not be written down");
    failing = true;
    if (isOfTheFile(error)) keep(looks);
  }
}

/** The file takes no change just now. What else went wrong would go wrong again. */
const isOfTheFile = (error: unknown) => error instanceof DatabaseError || isBusy(error) || isDiskFull(error);

function keep(looks: Look[]) {
  waiting = [...looks, ...waiting].slice(0, most);
  wait();
}

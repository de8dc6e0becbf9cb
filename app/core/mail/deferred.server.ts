/**
 * News of an act that is made of many changes waits until all of it is done: nobody is told of what is taken back then.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterCommit, type Transaction, write } from "db";
import { DatabaseError } from "db/connection";
import { log } from "~/core/process/log.server";
import { chunks } from "~/core/values/chunks";

/** Tells of something, within a change. */
type Telling = (tx: Transaction) => Promise<void>;

const waiting = new AsyncLocalStorage<Telling[]>();

/**
 * Has nobody be told of what happens within `act`; answers what there is to tell, for `sendDeferred`. Where `act`
 * throws, that is nothing.
 */
export async function deferNotifications(act: () => Promise<void>): Promise<Telling[]> {
  const news: Telling[] = [];
  await waiting.run(news, act);
  return news;
}

/**
 * Within a change: tells now, or keeps it for later where news is put off. What is kept goes with its change, if that
 * is taken back.
 */
export async function nowOrDeferred(tx: Transaction, telling: Telling): Promise<void> {
  const news = waiting.getStore();
  if (news) afterCommit(() => void news.push(telling));
  else await telling(tx);
}

/** How much is told in one change. */
const batchSize = 50;

/**
 * Tells what was put off, in short changes. What it is about is done already, so a failure is only in the log, and the
 * others are told.
 */
export async function sendDeferred(news: Telling[], together = batchSize) {
  for (const some of chunks(news, together)) {
    try {
      await write(async (tx) => {
        for (const telling of some) await telling(tx);
      });
    } catch (error) {
      if (some.length > 1 && !(error instanceof DatabaseError)) await sendDeferred(some, 1);
      else log.error({ err: error, news: some.length }, "people could not be told of all that happened");
    }
  }
}

/**
 * Delays the notifications of an act with several transactions until it is complete, so that nobody is notified of
 * changes that are rolled back.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterCommit, type Transaction, write } from "db";
import { DatabaseError } from "db/connection";
import { log } from "~/core/process/log.server";
import { chunks } from "~/core/values/chunks";

/** Sends a notification inside a transaction. */
type Telling = (tx: Transaction) => Promise<void>;

const deferredNotifications = new AsyncLocalStorage<Telling[]>();

/** Runs `act` and returns the notifications it deferred, for `sendDeferred`. If `act` throws, they are dropped. */
export async function deferNotifications(act: () => Promise<void>): Promise<Telling[]> {
  const news: Telling[] = [];
  await deferredNotifications.run(news, act);
  return news;
}

/**
 * Sends a notification in this transaction, or defers it inside `deferNotifications`. A deferred one is dropped if its
 * transaction is rolled back.
 */
export async function nowOrDeferred(tx: Transaction, telling: Telling): Promise<void> {
  const news = deferredNotifications.getStore();
  if (news) afterCommit(() => void news.push(telling));
  else await telling(tx);
}

/** Notifications per transaction. */
const batchSize = 50;

/**
 * Sends deferred notifications in short transactions. A failure is only logged, as the act is already complete, and the
 * others are still sent.
 */
export async function sendDeferred(news: Telling[], size = batchSize) {
  for (const chunk of chunks(news, size)) {
    try {
      await write(async (tx) => {
        for (const telling of chunk) await telling(tx);
      });
    } catch (error) {
      if (chunk.length > 1 && !(error instanceof DatabaseError)) await sendDeferred(chunk, 1);
      else log.error({ err: error, news: chunk.length }, "people could not be told of all that happened");
    }
  }
}

/** News of an act that is made of many changes waits until all of it is done: nobody is told of what is taken back then. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Transaction, write } from "db";
import { log } from "~/lib/log.server";

/** Tells of something, within a change. */
type Telling = (tx: Transaction) => Promise<void>;

const waiting = new AsyncLocalStorage<Telling[]>();

/** Has nobody be told of what happens within `act`; answers what there is to tell, for `newsTold`. Where `act` throws, that is nothing. */
export async function puttingOffNews(act: () => Promise<void>): Promise<Telling[]> {
  const news: Telling[] = [];
  await waiting.run(news, act);
  return news;
}

/** Keeps it for later where news is put off, and answers whether it is. */
export function isPutOff(telling: Telling): boolean {
  const news = waiting.getStore();
  news?.push(telling);
  return news !== undefined;
}

/** How much is told in one change. */
const atOnce = 50;

/** Tells what was put off, in short changes. What it is about is done already, so a failure is only in the log. */
export async function newsTold(news: Telling[]) {
  try {
    for (let from = 0; from < news.length; from += atOnce) {
      await write(async (tx) => {
        for (const telling of news.slice(from, from + atOnce)) await telling(tx);
      });
    }
  } catch (error) {
    log.error({ err: error }, "people could not be told of all that happened");
  }
}

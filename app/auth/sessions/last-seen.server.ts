/** When a session or a token was last in use. */
import { type Transaction, write } from "db";
import { log } from "~/core/process/log.server";
import { outsideRequest } from "~/core/http/request-context.server";

/** It is written down at most this often, in milliseconds. */
const seenEvery = 5 * 60_000;

const writing = new Set<string>();

/**
 * Writes down that something was just seen, which was `last` seen then. Nobody waits for it: a look at a page must not
 * stand behind whoever changes something.
 */
export function noteSeen(
  hash: string,
  last: Date | null,
  change: (tx: Transaction, now: Date) => Promise<unknown>,
): void {
  const now = new Date();
  if (writing.has(hash) || (last && now.getTime() - last.getTime() <= seenEvery)) return;
  writing.add(hash);
  void outsideRequest(() => write(async (tx) => void (await change(tx, now))))
    .catch((error: unknown) => log.error({ err: error }, "that somebody was seen could not be written down"))
    .finally(() => writing.delete(hash));
}

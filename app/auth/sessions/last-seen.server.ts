/** When a session or a token was last used. */
import { type Transaction, write } from "db";
import { log } from "~/core/process/log.server";
import { outsideRequest } from "~/core/http/request-context.server";

/** Minimum interval between updates, in milliseconds. */
const updateMs = 5 * 60_000;

const pendingUpdates = new Set<string>();

/**
 * Records that a session or token was just used; `last` is its previous value. It returns at once, so that page loads
 * do not wait for the write queue.
 */
export function noteSeen(
  hash: string,
  last: Date | null,
  change: (tx: Transaction, now: Date) => Promise<unknown>,
): void {
  const now = new Date();
  if (pendingUpdates.has(hash) || (last && now.getTime() - last.getTime() <= updateMs)) return;
  pendingUpdates.add(hash);
  void outsideRequest(() => write(async (tx) => void (await change(tx, now))))
    .catch((error: unknown) => log.error({ err: error }, "that somebody was seen could not be written down"))
    .finally(() => pendingUpdates.delete(hash));
}

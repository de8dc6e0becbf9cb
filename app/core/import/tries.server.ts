/** Retries writes that fail for temporary reasons, such as a full disk or a lock of another process. */
import { setTimeout as pause } from "node:timers/promises";
import { stopReason } from "~/core/jobs/stop.server";

/**
 * Maximum attempts, and the base of the growing pauses in milliseconds, which are at most 30 seconds. Tests shorten
 * them.
 */
export const tries = { most: 8, pause: 1_000 };

/** Interval at which a pause checks whether the server is stopping, in milliseconds. */
const notices = 250;

/**
 * Waits after failed attempt number `tried`, and returns whether to retry: not after the last attempt or if the server
 * is stopping.
 */
export async function mayTryAgain(tried: number): Promise<boolean> {
  if (tried >= tries.most) return false;
  for (let left = Math.min(30_000, tries.pause * 2 ** tried); left > 0 && !stopReason(); left -= notices)
    await pause(Math.min(left, notices));
  return !stopReason();
}

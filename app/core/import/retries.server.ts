/** Retries writes that fail for temporary reasons, such as a full disk or a lock of another process. */
import { setTimeout as pause } from "node:timers/promises";
import { stopReason } from "~/core/jobs/stop.server";

/**
 * Maximum attempts, and the base of the growing pauses in milliseconds, which are at most 30 seconds. Tests shorten
 * them.
 */
export const retryPolicy = { maxAttempts: 8, pauseMs: 1_000 };

/** Interval at which a pause checks whether the server is stopping, in milliseconds. */
const stopCheckMs = 250;

/**
 * Waits after failed attempt number `tried`, and returns whether to retry: not after the last attempt or if the server
 * is stopping.
 */
export async function waitToRetry(attempt: number): Promise<boolean> {
  if (attempt >= retryPolicy.maxAttempts) return false;
  for (
    let remainingMs = Math.min(30_000, retryPolicy.pauseMs * 2 ** attempt);
    remainingMs > 0 && !stopReason();
    remainingMs -= stopCheckMs
  )
    await pause(Math.min(remainingMs, stopCheckMs));
  return !stopReason();
}

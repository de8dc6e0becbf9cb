/** What is in the way of a change may pass, such as a full disk or another process that holds the file. */
import { setTimeout as pause } from "node:timers/promises";
import { stopReason } from "~/core/jobs/stop.server";

/** So often it is tried, after pauses that grow from so many milliseconds to half a minute. Tests shorten them. */
export const tries = { most: 8, pause: 1_000 };

/** After so many milliseconds at most a pause notices that the server stops. */
const notices = 250;

/**
 * After a try that failed, the first being 1: waits, and answers whether to try once more. Not after the last one, nor
 * when the server stops.
 */
export async function mayTryAgain(tried: number): Promise<boolean> {
  if (tried >= tries.most) return false;
  for (let left = Math.min(30_000, tries.pause * 2 ** tried); left > 0 && !stopReason(); left -= notices)
    await pause(Math.min(left, notices));
  return !stopReason();
}

/** Recovery of work that a server restart interrupted. */
import { undoUnfinishedImports } from "~/core/import/import-jobs.server";
import { log } from "~/core/process/log.server";
import { recordInterrupted } from "~/core/jobs/job-records.server";
import { isRunning } from "~/core/jobs/jobs.server";

/**
 * Undoes unfinished imports and records interrupted jobs. Call it at the start, when no other server uses the
 * database. Never throws; failures are logged and retried at the next start.
 */
export async function takeUpInterrupted() {
  try {
    await undoUnfinishedImports("The server was restarted in the middle of the import.");
    await recordInterrupted(isRunning);
  } catch (error) {
    log.error({ err: error }, "what was interrupted by a restart could not be taken up");
  }
}

/** What the last server left in the middle of: it is taken back, or said what became of it. */
import { undoUnfinishedImports } from "~/core/import/import-jobs.server";
import { log } from "~/core/process/log.server";
import { recordInterrupted } from "~/core/jobs/job-records.server";
import { isRunning } from "~/core/jobs/jobs.server";

/**
 * At a start, once no other server works on the database. Never throws; what fails is in the log, and tried again at
 * the next start.
 */
export async function takeUpInterrupted() {
  try {
    await undoUnfinishedImports("The server was restarted in the middle of the import.");
    await recordInterrupted(isRunning);
  } catch (error) {
    log.error({ err: error }, "what was interrupted by a restart could not be taken up");
  }
}

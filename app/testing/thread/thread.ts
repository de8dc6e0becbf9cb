/** The worker thread's program in tests. */
import "~/core/import/import-jobs.server";
import "~/resources.server";
import { runWorker } from "~/core/jobs/run-worker.server";
import "./thread-work";

runWorker();

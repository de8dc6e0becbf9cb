/** The program of a thread for long work, as tests start it. */
import "~/core/import/import-jobs.server";
import "~/resources.server";
import { runWorker } from "~/core/jobs/run-worker.server";
import "./thread-work";

runWorker();

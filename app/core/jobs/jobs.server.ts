/**
 * Background jobs, for work that takes longer than a request may. A job runs in this process, or in a worker thread for
 * very many rows (`worker.server.ts`), has a progress page, and makes many short changes that form one act with one
 * undo, even if it stops early; see `job-records.server.ts` for what is stored.
 */
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { outsideTransaction } from "db";
import type { JobEnd } from "db/schema";
import { onBehalfOf } from "~/core/resource/admission-check.server";
import { log } from "~/core/process/log.server";
import { requestContext } from "~/core/http/request-context.server";
import { withMailNote } from "~/core/http/respond.server";
import { RuleViolation } from "~/core/resource/act.server";
import { requestStop, withdrawStop } from "./stop.server";
import { recordEnd, recordProgress, recordStart } from "./job-records.server";
import { stopJobsOfWorker, workerEnded } from "./worker.server";

/**
 * How a job ended: its message and where it leads. An `unfinished` job stopped with its server and resumes at the next
 * start.
 */
export interface JobResult extends JobEnd {
  unfinished?: true;
}

export interface Job {
  id: string;
  personId: number;
  /** Such as "Importing orders.csv". */
  title: string;
  /** URL of the page it was started from. */
  back: string;
  /** Identifies the work: a user has at most one running job per key. */
  key: string;
  /** Batch id of its changes in the journal, if it makes any. */
  batch?: string;
  done: number;
  total: number;
  end?: JobResult;
  endedAt?: number;
}

interface NewJob {
  /** The id of a job that is resumed. */
  id?: string;
  key?: string;
  title: string;
  back: string;
  total: number;
  batch?: string;
}

/** Reports how many items are done, optionally with a new total or title. */
export type Progress = (done: number, total?: number, title?: string) => void;

const jobs = new Map<string, Job>();

/** How long an ended job redirects by itself, in milliseconds; later its page shows the result. */
const redirectMs = 3_600_000;

/**
 * Starts a job, or returns the running one with the same `key`. Its changes are refused once the user's access ends; a
 * `RuleViolation` becomes the job's message, any other error means that nothing was changed.
 */
export function startJob(
  by: { id: number },
  { id = randomUUID(), key = id, title, back, total, batch }: NewJob,
  work: (progress: Progress) => Promise<JobResult>,
): Job {
  const before = runningJob(by, key);
  if (before) return before;
  forgetOld();
  const job: Job = { id, key, personId: by.id, title, back, batch, done: 0, total };
  jobs.set(id, job);
  outsideTransaction(() => {
    void recordStart(job);
    void onBehalfOf(requestContext()?.person, async () => withMailNote(await work(reportProgress(job))))
      .catch((error: unknown) => failure(job, error))
      .then((end) => finish(job, end));
  });
  return job;
}

function reportProgress(job: Job): Progress {
  return (done, total = job.total, title = job.title) => {
    if (job.end) return;
    Object.assign(job, { done, total, title });
    recordProgress(job);
  };
}

async function finish(job: Job, end: JobResult) {
  if (!end.unfinished) await recordEnd(job, end);
  Object.assign(job, { end, endedAt: Date.now() });
}

async function failure({ title, back }: Job, error: unknown): Promise<JobResult> {
  if (error instanceof RuleViolation) return { text: error.message, tone: "error", to: back };
  log.error({ err: await asError(error), job: title }, "a job failed");
  return { text: `${title} failed, and nothing was changed. Try again.`, tone: "error", to: back };
}

/** Returns an Error for anything that was thrown; for a response with its status and text. */
async function asError(thrown: unknown): Promise<Error> {
  if (thrown instanceof Error) return thrown;
  const said = thrown instanceof Response ? `${thrown.status} ${await thrown.text().catch(() => "")}` : inspect(thrown);
  return new Error(`Thrown, and no error: ${said.slice(0, 1000)}`);
}

function forgetOld() {
  for (const { id, endedAt } of jobs.values()) if (endedAt && Date.now() - endedAt > redirectMs) jobs.delete(id);
}

/** Returns a user's own job; undefined if it does not exist, ended long ago, or ran in an earlier process. */
export function jobOf(personId: number, id: string): Job | undefined {
  const job = jobs.get(id);
  return job?.personId === personId ? job : undefined;
}

/** Returns the user's running job with this key. */
export const runningJob = (by: { id: number }, key: string): Job | undefined =>
  runningJobs().find((job) => job.personId === by.id && job.key === key);

/** Returns the running jobs, oldest first. */
export const runningJobs = (): Job[] => [...jobs.values()].filter(({ end }) => !end);

export const isRunning = (id: string) => runningJobs().some((job) => job.id === id);

/** Whether the job with this batch id is still running; its changes cannot be undone before it ends. */
export const isUnderWay = (batch: string) => runningJobs().some((job) => job.batch === batch);

/** Stops the jobs between two of their changes, and resolves when none is running any more. */
export async function stopJobs() {
  requestStop();
  stopJobsOfWorker();
  await jobsEnded();
  await workerEnded();
  withdrawStop();
}

/** Resolves when no job is running any more. */
export async function jobsEnded() {
  while (runningJobs().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

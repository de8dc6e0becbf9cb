/**
 * Background jobs: what takes longer than a request may. A job goes on in this process, or with very many rows in
 * another thread of it (`worker.server.ts`), and has a page that says how far it is. It makes many short changes,
 * between which others have their turn. All of them are one act in the journal, which one undo takes back, also where a
 * stop ended the job in the middle. What became of it is kept, see `job-records.server.ts`.
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
 * How it ended: what is said of it, and where it leads. One that is `unfinished` stopped with its server, and is taken
 * up at the next start.
 */
export interface JobResult extends JobEnd {
  unfinished?: true;
}

export interface Job {
  id: string;
  personId: number;
  /** What is done, such as "Importing orders.csv". */
  title: string;
  /** Where who started it came from. */
  back: string;
  /** Names what it does: a person has one job at a time for that. */
  key: string;
  /** The journal's batch under which it makes changes, if it makes any. */
  change?: string;
  done: number;
  total: number;
  end?: JobResult;
  endedAt?: number;
}

interface NewJob {
  /** That of a job which is taken up again. */
  id?: string;
  key?: string;
  title: string;
  back: string;
  total: number;
  change?: string;
}

/** Says how many are done by now, of as many as there are (or of another number), of what is done now. */
export type Progress = (done: number, total?: number, title?: string) => void;

const jobs = new Map<string, Job>();

/** So long a job that has ended leads on by itself, in milliseconds. Later its page says how it ended. */
const remembered = 3_600_000;

/**
 * Starts a job for somebody, or answers the one that goes on already under the same `key`. Its changes are refused once
 * the access of whoever asked for it ends. A `RuleViolation` that it throws is said as it is; anything else is a fault,
 * and nothing was changed.
 */
export function startJob(
  by: { id: number },
  { id = randomUUID(), key = id, title, back, total, change }: NewJob,
  work: (progress: Progress) => Promise<JobResult>,
): Job {
  const before = runningJob(by, key);
  if (before) return before;
  forgetOld();
  const job: Job = { id, key, personId: by.id, title, back, change, done: 0, total };
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

/** Returns an error that says what was thrown, whatever that was: an answer with its status and its text. */
async function asError(thrown: unknown): Promise<Error> {
  if (thrown instanceof Error) return thrown;
  const said = thrown instanceof Response ? `${thrown.status} ${await thrown.text().catch(() => "")}` : inspect(thrown);
  return new Error(`Thrown, and no error: ${said.slice(0, 1000)}`);
}

function forgetOld() {
  for (const { id, endedAt } of jobs.values()) if (endedAt && Date.now() - endedAt > remembered) jobs.delete(id);
}

/** A person's own job; nothing where there is none, or it ended long ago or with an earlier process. */
export function jobOf(personId: number, id: string): Job | undefined {
  const job = jobs.get(id);
  return job?.personId === personId ? job : undefined;
}

/** The job that goes on for a person now under a `key`. */
export const runningJob = (by: { id: number }, key: string): Job | undefined =>
  runningJobs().find((job) => job.personId === by.id && job.key === key);

/** What goes on now, the longest first. */
export const runningJobs = (): Job[] => [...jobs.values()].filter(({ end }) => !end);

export const isRunning = (id: string) => runningJobs().some((job) => job.id === id);

/**
 * Whether a job makes its changes under this name in the journal, and has not ended: they are not to be undone before
 * that.
 */
export const isUnderWay = (change: string) => runningJobs().some((job) => job.change === change);

/** Ends the job that make many changes, and resolves when nothing goes on any more. */
export async function stopJobs() {
  requestStop();
  stopJobsOfWorker();
  await jobsEnded();
  await workerEnded();
  withdrawStop();
}

/** Resolves when nothing goes on any more. */
export async function jobsEnded() {
  while (runningJobs().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

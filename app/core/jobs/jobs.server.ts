/**
 * What takes longer than an answer may: it goes on in this process after the request, and its page says how far it is. What is about
 * very many rows goes on in another thread of it, see `worker.server.ts`. What it does is done in short changes, between which others
 * have their turn, all under one name in the journal: so one undo takes them back, also where a stop ended it between two of them.
 * What became of it is written down, see `jobs.server.ts`.
 */
import { randomUUID } from "node:crypto";
import { apart } from "db";
import type { JobEnd } from "db/schema";
import { onBehalfOf } from "~/core/resource/still-admitted.server";
import { log } from "~/core/process/log.server";
import { requestContext } from "~/core/http/request-context.server";
import { RuleViolation } from "~/core/resource/act.server";
import { requestStop, withdrawStop } from "./stop.server";
import { recordEnd, recordProgress, recordStart } from "./job-records.server";
import { stopJobsOfWorker, workerEnded } from "./worker.server";

/** How it ended: what is said of it, and where it leads. One that is `unfinished` stopped with its server, and is taken up at the next start. */
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
  /** Names what it does: a person has one run at a time for that. */
  key: string;
  /** The journal's batch under which it makes changes, if it makes any. */
  change?: string;
  done: number;
  total: number;
  end?: JobResult;
  endedAt?: number;
}

interface NewRun {
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

const runs = new Map<string, Job>();

/** So long a run that has ended leads on by itself, in milliseconds. Later its page says how it ended. */
const remembered = 3_600_000;

/**
 * Starts a run for somebody, or answers the one that goes on already under the same `key`. Its changes are refused once the access of whoever asked for it ends. A `RuleViolation` that it throws is said as it is;
 * anything else is a fault, and nothing was changed.
 */
export function startJob(
  by: { id: number },
  { id = randomUUID(), key = id, title, back, total, change }: NewRun,
  work: (progress: Progress) => Promise<JobResult>,
): Job {
  const before = runningJob(by, key);
  if (before) return before;
  forgetOld();
  const run: Job = { id, key, personId: by.id, title, back, change, done: 0, total };
  runs.set(id, run);
  apart(() => {
    void recordStart(run);
    void onBehalfOf(requestContext()?.person, () => work(reporting(run)))
      .catch((error: unknown) => failure(run, error))
      .then((end) => finish(run, end));
  });
  return run;
}

function reporting(run: Job): Progress {
  return (done, total = run.total, title = run.title) => {
    if (run.end) return;
    Object.assign(run, { done, total, title });
    recordProgress(run);
  };
}

async function finish(run: Job, end: JobResult) {
  if (!end.unfinished) await recordEnd(run, end);
  Object.assign(run, { end, endedAt: Date.now() });
}

function failure({ title, back }: Job, error: unknown): JobResult {
  if (error instanceof RuleViolation) return { text: error.message, tone: "error", to: back };
  log.error({ err: error, run: title }, "a run failed");
  return { text: `${title} failed, and nothing was changed. Try again.`, tone: "error", to: back };
}

function forgetOld() {
  for (const { id, endedAt } of runs.values()) if (endedAt && Date.now() - endedAt > remembered) runs.delete(id);
}

/** A person's own run; nothing where there is none, or it ended long ago or with an earlier process. */
export function jobOf(personId: number, id: string): Job | undefined {
  const run = runs.get(id);
  return run?.personId === personId ? run : undefined;
}

/** The run that goes on for a person now under a `key`. */
export const runningJob = (by: { id: number }, key: string): Job | undefined =>
  runningJobs().find((run) => run.personId === by.id && run.key === key);

/** What goes on now, the longest first. */
export const runningJobs = (): Job[] => [...runs.values()].filter(({ end }) => !end);

export const isRunning = (id: string) => runningJobs().some((run) => run.id === id);

/** Whether a run makes its changes under this name in the journal, and has not ended: they are not to be undone before that. */
export const isUnderWay = (change: string) => runningJobs().some((run) => run.change === change);

/** Ends the runs that make many changes, and resolves when nothing goes on any more. */
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

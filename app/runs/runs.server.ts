/**
 * What takes longer than an answer may: it goes on in this process after the request, and its page says how far it is. What is about
 * very many rows goes on in another thread of it, see `thread.server.ts`. Nothing of it
 * is written down, so that it ends with its process. Each change is whole or not there: a run that makes one change has then done all
 * or nothing. One that makes many leaves those that it has made, which one undo takes back; a stop ends it between two of them.
 */
import { randomUUID } from "node:crypto";
import { log } from "~/lib/log.server";
import type { Toast } from "~/lib/respond.server";
import { Refusal } from "~/records/act.server";
import { endRunsOfThread, threadEnded } from "./thread.server";

/** How it ended: what is said of it, and where it leads. */
export interface RunEnd extends Toast {
  to: string;
}

export interface Run {
  id: string;
  personId: number;
  byName: string;
  /** What is done, such as "Importing orders.csv". */
  title: string;
  /** Where who started it came from. */
  back: string;
  /** Names what it does: a person has one run at a time for that. */
  key: string;
  /** Whether nobody else can change anything until it ends. */
  holds: boolean;
  done: number;
  total: number;
  end?: RunEnd;
  endedAt?: number;
}

interface NewRun {
  key?: string;
  title: string;
  back: string;
  total: number;
  holds?: boolean;
}

/** Says how many are done by now, of as many as there are (or of another number). */
export type Progress = (done: number, total?: number) => void;

const runs = new Map<string, Run>();

/** So long it is known how a run ended, in milliseconds. */
const remembered = 3_600_000;

/**
 * Starts a run for somebody, or answers the one that goes on already under the same `key`. A `Refusal` that it throws is said as it is;
 * anything else is a fault, and nothing was changed.
 */
export function startRun(by: { id: number; name: string }, { key, title, back, total, holds = false }: NewRun, work: (progress: Progress) => Promise<RunEnd>): Run {
  const before = key === undefined ? undefined : goingOn(by, key);
  if (before) return before;
  forgetOld();
  const id = randomUUID();
  const run: Run = { id, key: key ?? id, personId: by.id, byName: by.name, title, back, holds, done: 0, total };
  runs.set(run.id, run);
  const progress: Progress = (done, total = run.total) => void Object.assign(run, { done, total });
  void work(progress).then(
    (end) => finish(run, end),
    (error: unknown) => finish(run, failure(run, error)),
  );
  return run;
}

function finish(run: Run, end: RunEnd) {
  Object.assign(run, { end, endedAt: Date.now() });
}

function failure({ title, back }: Run, error: unknown): RunEnd {
  if (error instanceof Refusal) return { text: error.message, tone: "error", to: back };
  log.error({ err: error, run: title }, "a run failed");
  return { text: `${title} failed, and nothing was changed. Try again.`, tone: "error", to: back };
}

function forgetOld() {
  for (const { id, endedAt } of runs.values()) if (endedAt && Date.now() - endedAt > remembered) runs.delete(id);
}

/** A person's own run; nothing where there is none, or it ended with an earlier process. */
export function runOf(personId: number, id: string): Run | undefined {
  const run = runs.get(id);
  return run?.personId === personId ? run : undefined;
}

/** The run that goes on for a person now under a `key`. */
export const goingOn = (by: { id: number }, key: string): Run | undefined => runsNow().find((run) => run.personId === by.id && run.key === key);

/** What goes on now, the longest first. */
export const runsNow = (): Run[] => [...runs.values()].filter(({ end }) => !end);

/** A run that other changes wait for, and how much of it is done, in percent. */
export interface HoldingRun {
  id: string;
  title: string;
  byName: string;
  part: number;
}

/** What other changes wait for now. */
export const runsThatHold = (): HoldingRun[] =>
  runsNow().flatMap(({ holds, id, title, byName, done, total }) => (holds ? [{ id, title, byName, part: Math.floor((100 * Math.min(done, total)) / Math.max(1, total)) }] : []));

let toEnd = false;

/** Why a run that makes many changes is to end between two of them, in a sentence, or nothing. Each looks at it before the next. */
export const whyToEnd = () => (toEnd ? "The server was stopped in the middle." : undefined);

/** Has the runs of this thread that make many changes end between two of them. */
export const endAsSoonAsMayBe = () => void (toEnd = true);

/** Ends the runs that make many changes, and resolves when nothing goes on any more. */
export async function endRuns() {
  endAsSoonAsMayBe();
  endRunsOfThread();
  await runsEnded();
  await threadEnded();
  toEnd = false;
}

/** Resolves when nothing goes on any more. */
export async function runsEnded() {
  while (runsNow().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

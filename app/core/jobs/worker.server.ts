/**
 * Work on very many rows goes on in a thread of its own, so that no page waits for it: a large change is put on disk in
 * one call, which takes as long as it takes. That thread runs the same program with connections of its own to the
 * database, and its changes take their turns among those of this one. It starts when it is first needed. Where no built
 * server runs, as in most tests and while one develops, such work goes on here.
 */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { giveTurn } from "db";
import { log } from "~/core/process/log.server";
import { doForThread } from "~/core/threads/main-thread.server";
import { type Admitted, requestContext } from "~/core/http/request-context.server";
import { RuleViolation } from "~/core/resource/act.server";
import { role } from "./role";
import type { Progress, JobResult } from "./jobs.server";
import { stopReason } from "./stop.server";

/** What is worked with, and what comes of it, go from thread to thread: values without functions. */
export type Work<Args> = (args: Args, progress: Progress) => Promise<JobResult>;

/** A piece of work that is asked for, by its name. */
export interface WorkerTask {
  id: string;
  name: string;
  args: unknown;
  /** For whom, if it is for somebody. */
  person: Admitted | undefined;
}

export type ToThread = WorkerTask | "turn" | "end runs" | "close";

/** What comes of a piece of work. A fault is in the log already. */
export type WorkerMessage = { id: string } & (
  { done: number; total?: number } | { end: JobResult } | { refused: Record<string, string> } | { failed: string }
);
export type FromThread = "turn?" | "turn begun" | "turn over" | { act: string; args: unknown[] } | WorkerMessage;

const works = new Map<string, Work<unknown>>();

/** The work of a name, for the thread that is asked for it. */
export const taskNamed = (name: string) => works.get(name);

/** What is about so many rows at most is done at once where it is asked for. */
const maxInline = 1000;

/** Gives work a name by which another thread finds it. What it answers has it done, there or here. */
export function inWorker<Args>(
  name: string,
  work: Work<Args>,
): (args: Args, rows: number, progress: Progress) => Promise<JobResult> {
  works.set(name, work as Work<unknown>);
  return async (args, rows, progress) => {
    if (!program || rows <= maxInline || stopReason() || madeAt(program.file) !== program.made)
      return work(args, progress);
    return (thread ??= new Thread(program.file)).do(
      { id: randomUUID(), name, args, person: requestContext()?.person },
      progress,
    );
  };
}

let program: { file: URL; made: number | undefined } | undefined;
let thread: Thread | undefined;
const threads = new Set<Thread>();

const madeAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * From now on such work is done by a thread that runs this file, until another is built in its place; without a file,
 * here.
 */
export const useWorker = (file: URL | undefined) => void (program = file && { file, made: madeAt(file) });

/** Has the thread end its runs between two of their changes. */
export const stopJobsOfWorker = () => thread?.say("end runs");

/** Resolves when the thread has left nothing undone and has ended. */
export async function workerEnded() {
  thread?.close();
  await Promise.all([...threads].map(({ ended }) => ended));
}

/** So long the thread waits for more to do, in milliseconds: a dry run is often followed by its import. */
const idle = 60_000;

interface Waiting {
  progress: Progress;
  resolve: (end: JobResult) => void;
  reject: (error: Error) => void;
}

class Thread {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #waiting = new Map<string, Waiting>();
  #hasEnded = false;
  #turnBegun: () => void = () => undefined;
  #turnOver: () => void = () => undefined;
  #closing: NodeJS.Timeout | undefined;

  constructor(file: URL) {
    log.info("a thread for long runs starts");
    this.#worker = new Worker(file, { workerData: role });
    threads.add(this);
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    this.#worker.on("error", (error) => this.#fail(error));
    this.ended = new Promise((resolve) => this.#worker.on("exit", () => (this.#end(), resolve())));
  }

  do(task: WorkerTask, progress: Progress): Promise<JobResult> {
    clearTimeout(this.#closing);
    return new Promise((resolve, reject) => {
      this.say(task);
      this.#waiting.set(task.id, { progress, resolve, reject });
    });
  }

  say = (message: ToThread) => this.#worker.postMessage(message);

  close() {
    this.#isLast();
    this.say("close");
  }

  /** What comes after this is for a new one. */
  #isLast() {
    clearTimeout(this.#closing);
    if (thread === this) thread = undefined;
  }

  #hear(message: FromThread) {
    if (message === "turn?") giveTurn((begun) => this.#turn(begun)).catch((error: unknown) => this.#fail(error));
    else if (message === "turn begun") this.#turnBegun();
    else if (message === "turn over") this.#turnOver();
    else if ("act" in message) doForThread(message.act, message.args);
    else this.#came(message);
  }

  #came(message: WorkerMessage) {
    const { progress, resolve, reject } = this.#waiting.get(message.id) ?? {};
    if ("done" in message) return progress?.(message.done, message.total);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#closing = setTimeout(() => this.close(), idle).unref();
    if ("end" in message) resolve?.(message.end);
    else reject?.("refused" in message ? new RuleViolation(message.refused) : new Error(message.failed));
  }

  #turn(begun: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#turnBegun = begun;
      this.#turnOver = resolve;
      if (this.#hasEnded) resolve();
      else this.say("turn");
    });
  }

  /** It can do nothing more; what it was changing is taken back with its connection. */
  #fail(error: unknown) {
    log.error({ err: error }, "the thread of long runs failed");
    this.#isLast();
    void this.#worker.terminate();
  }

  #end() {
    this.#hasEnded = true;
    this.#isLast();
    threads.delete(this);
    this.#turnOver();
    for (const { reject } of this.#waiting.values()) reject(new Error("The thread that did it has ended."));
  }
}

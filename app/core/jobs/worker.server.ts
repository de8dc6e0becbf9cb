/**
 * Runs work on very many rows in a worker thread, so that no page waits for it: committing a large change blocks the
 * thread. The worker runs the same program with its own database connections, takes turns with this thread's writes,
 * and is started on demand; without a built server (as in most tests and in development) the work runs in this thread.
 */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { lendQueueSlot } from "db";
import { log } from "~/core/process/log.server";
import { doForThread } from "~/core/threads/main-thread.server";
import { type Admitted, requestContext } from "~/core/http/request-context.server";
import { RuleViolation } from "~/core/resource/act.server";
import { role } from "./role";
import type { Progress, JobResult } from "./jobs.server";
import { stopReason } from "./stop.server";

/** A task. Arguments and results are passed between threads, so they must not contain functions. */
export type Work<Args> = (args: Args, progress: Progress) => Promise<JobResult>;

/** A task to run, by its name. */
export interface WorkerTask {
  id: string;
  name: string;
  args: unknown;
  /** The user it runs for, if any. */
  person: Admitted | undefined;
}

export type ToThread = WorkerTask | "turn" | "end runs" | "close";

/** A message about a task. Errors are already logged. */
type WorkerMessage = { id: string } & (
  { done: number; total?: number } | { end: JobResult } | { refused: Record<string, string> } | { failed: string }
);
export type FromThread = "turn?" | "turn begun" | "turn over" | { act: string; args: unknown[] } | WorkerMessage;

const tasks = new Map<string, Work<unknown>>();

/** Returns the task with this name, for the worker thread. */
export const taskNamed = (name: string) => tasks.get(name);

/** Maximum rows of work that runs in the calling thread. */
const maxInline = 1000;

/** Registers a task under a name, and returns a function that runs it, in the worker or here. */
export function inWorker<Args>(
  name: string,
  work: Work<Args>,
): (args: Args, rows: number, progress: Progress) => Promise<JobResult> {
  tasks.set(name, work as Work<unknown>);
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
 * Makes such work run in a worker that loads this file, until the file is replaced by another build; without a file, in
 * this thread.
 */
export const useWorker = (file: URL | undefined) => void (program = file && { file, made: madeAt(file) });

/** Makes the worker stop its jobs between two changes. */
export const stopJobsOfWorker = () => thread?.say("end runs");

/** Resolves when the worker has finished and exited. */
export async function workerEnded() {
  thread?.close();
  await Promise.all([...threads].map(({ ended }) => ended));
}

/** How long an idle worker waits for more work, in milliseconds: an import often follows its dry run. */
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

  /** Later work gets a new worker. */
  #isLast() {
    clearTimeout(this.#closing);
    if (thread === this) thread = undefined;
  }

  #hear(message: FromThread) {
    if (message === "turn?") lendQueueSlot((begun) => this.#turn(begun)).catch((error: unknown) => this.#fail(error));
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

  /** Terminates the worker; the transaction it has open is rolled back with its connection. */
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

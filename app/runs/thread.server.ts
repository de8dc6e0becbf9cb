/**
 * Work on very many rows goes on in a thread of its own, so that no page waits for it: a large change is put on disk in one call, which
 * takes as long as it takes. That thread runs the same program with connections of its own to the database, and its changes take their
 * turns among those of this one. It starts when it is first needed. Where no built server runs, as in most tests and while one
 * develops, such work goes on here.
 */
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { giveTurn } from "db";
import { log } from "~/lib/log.server";
import { Refusal } from "~/records/act.server";
import { role } from "./role";
import type { Progress, RunEnd } from "./runs.server";

/** What is worked with, and what comes of it, go from thread to thread: values without functions. */
export type Work<Args> = (args: Args, progress: Progress) => Promise<RunEnd>;

/** A piece of work that is asked for, by its name. */
export interface Asked {
  id: string;
  name: string;
  args: unknown;
}

export type ToThread = Asked | "turn" | "end runs" | "close";
export type FromThread = "turn?" | "turn over" | { id: string } & ({ done: number; total?: number } | { end: RunEnd } | { refused: Record<string, string> } | { failed: unknown });

const works = new Map<string, Work<unknown>>();

/** The work of a name, for the thread that is asked for it. */
export const workNamed = (name: string) => works.get(name);

/** Work that another thread may do: of more rows than that it does. */
const many = 1000;

/** Gives work a name by which another thread finds it. What it answers does it, there or here. */
export function inThread<Args>(name: string, work: Work<Args>): (args: Args, rows: number, progress: Progress) => Promise<RunEnd> {
  works.set(name, work as Work<unknown>);
  return (args, rows, progress) => (entry && rows > many ? (thread ??= new Thread(entry)).do({ id: randomUUID(), name, args }, progress) : work(args, progress));
}

let entry: URL | undefined;
let thread: Thread | undefined;

/** From now on such work is done by a thread that runs this file, which has to call `workHere`; without one, here. */
export const useThread = (file: URL | undefined) => void (entry = file);

/** Has the thread end its runs between two of their changes. */
export const endRunsOfThread = () => thread?.say("end runs");

/** Resolves when the thread has left nothing undone and has ended. */
export const threadEnded = async () => thread?.close();

/** So long the thread waits for more to do, in milliseconds: a dry run is often followed by its import. */
const idle = 60_000;

interface Waiting {
  progress: Progress;
  resolve: (end: RunEnd) => void;
  reject: (error: unknown) => void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #turnOver: () => void = () => undefined;
  #closing: NodeJS.Timeout | undefined;

  constructor(file: URL) {
    this.#worker = new Worker(file, { workerData: role });
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => this.#worker.on("exit", () => (this.#end(), resolve())));
  }

  do(asked: Asked, progress: Progress): Promise<RunEnd> {
    clearTimeout(this.#closing);
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.id, { progress, resolve, reject });
      this.say(asked);
    });
  }

  say = (message: ToThread) => this.#worker.postMessage(message);

  /** What comes after this is for a new one. */
  close(): Promise<void> {
    clearTimeout(this.#closing);
    if (thread === this) thread = undefined;
    this.say("close");
    return this.#ended;
  }

  #hear(message: FromThread) {
    if (message === "turn?") return void giveTurn(() => this.#turn()).catch((error: unknown) => this.#fail(error));
    if (message === "turn over") return this.#turnOver();
    const { progress, resolve, reject } = this.#waiting.get(message.id) ?? {};
    if ("done" in message) return progress?.(message.done, message.total);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#closing = setTimeout(() => void this.close(), idle).unref();
    if ("end" in message) resolve?.(message.end);
    else reject?.("refused" in message ? new Refusal(message.refused) : message.failed);
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#turnOver = resolve;
      if (this.#hasEnded) resolve();
      else this.say("turn");
    });
  }

  /** It can do nothing more; what it was changing is taken back with its connection. */
  #fail(error: unknown) {
    log.error({ err: error }, "the thread of long runs failed");
    void this.#worker.terminate();
  }

  #end() {
    this.#hasEnded = true;
    if (thread === this) thread = undefined;
    this.#turnOver();
    for (const { reject } of this.#waiting.values()) reject(new Error("The thread that did it has ended."));
  }
}

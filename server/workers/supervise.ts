/** The first of several processes: it starts the others, replaces those that end, and holds no database itself. */
import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { config } from "config";
import { takeServerPlace } from "db/one-server";
import { log } from "~/core/process/log.server";
import { type FromWorker, type Role, roleVariable, type ToWorker, writerVariable } from "./role";

/** Before one that ended is replaced, in milliseconds: a fault at each start must not keep the machine busy. */
const restPause = 250;

/** Longer than a worker takes to stop by itself, in milliseconds. */
const longestStop = 9_500;

const tell = (worker: Worker | undefined, message: ToWorker) => {
  if (worker?.isConnected()) worker.send(message);
};

/**
 * Serves with so many processes, which run `file`. Resolves with what the writer says of its start, when all answer.
 * Ends this process where the writer cannot start, which has said why by then. Throws `DatabaseError` where another
 * server works with the database.
 */
export async function supervise<Started>(count: number, file: URL): Promise<Started> {
  takeServerPlace(config.databaseFile);
  const folder = mkdtempSync(join(tmpdir(), "portico-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Each takes connections by itself: one that this process hands out is never answered when whom it goes to has ended.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(file), args: [] });
  const workers = new Workers(
    process.platform === "win32" ? `\\\\.\\pipe\\portico-${randomUUID()}` : join(folder, "writer"),
  );
  stopOnSignal(workers);
  const started = await workers.begin("writer");
  await Promise.all(Array.from({ length: count - 1 }, () => workers.begin("reader")));
  return started as Started;
}

class Workers {
  #writer: Worker | undefined;
  readonly #readers = new Set<Worker>();
  #stopping = false;

  constructor(private readonly socket: string) {}

  /** Starts one. Resolves with what it says of its start. */
  begin(role: Exclude<Role, "alone">): Promise<unknown> {
    const worker = cluster.fork({ [roleVariable]: role, [writerVariable]: this.socket });
    if (role === "writer") this.#writer = worker;
    else this.#readers.add(worker);
    return new Promise((resolve) => {
      let hasStarted = false;
      worker.on("message", (message: FromWorker) => {
        if ("act" in message) return tell(this.#writer, message);
        hasStarted = true;
        resolve(message.started);
      });
      worker.once("exit", (code, signal) => {
        this.#readers.delete(worker);
        if (this.#stopping) return;
        if (!hasStarted && role === "writer") process.exit(code || 1);
        log.error({ role, exitCode: code, signal }, "a process of the server ended, and is replaced");
        void pause(restPause).then(() => (this.#stopping ? undefined : this.begin(role)));
      });
    });
  }

  /** Readers may be waiting for the writer, so it stops last; but streams that it has would keep them waiting. */
  async stop() {
    this.#stopping = true;
    tell(this.#writer, "end streams");
    await Promise.all([...this.#readers].map(stopped));
    await stopped(this.#writer);
  }

  kill() {
    for (const worker of [...this.#readers, this.#writer]) worker?.process.kill("SIGKILL");
  }
}

/** Has one stop, and resolves when it has ended. */
async function stopped(worker: Worker | undefined) {
  if (!worker || worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  tell(worker, "stop");
  const late = setTimeout(() => worker.process.kill("SIGKILL"), longestStop);
  await ended;
  clearTimeout(late);
}

/** A second signal ends all at once. */
function stopOnSignal(workers: Workers) {
  let stopping = false;
  const onSignal = () => {
    if (stopping) {
      workers.kill();
      process.exit(1);
    }
    stopping = true;
    void workers.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

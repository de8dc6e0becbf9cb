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
import { bind, StartError } from "../listen";
import { onStopSignal } from "../stop-signal";
import { updatingServer } from "../updating";
import { Connections } from "./connections";
import { type FromWorker, type Role, roleVariable, type ToWorker, writerVariable } from "./role";

/** Before one that ended is replaced, in milliseconds: a fault at each start must not keep the machine busy. */
const restPause = 250;

/** So long after the signal readers, and then the writer, are ended that have not stopped, in milliseconds. */
const longestStop = { reader: 4_000, writer: 9_500 };

const sendToWorker = (worker: Worker | undefined, message: ToWorker) => {
  if (worker?.isConnected()) worker.send(message);
};

/**
 * Serves with so many processes, which run `file`. Resolves with what the writer says of its start, when all answer.
 * Ends this process where the writer cannot start, which has said why by then. Throws `DatabaseError` where another
 * server works with the database.
 */
export async function supervise<Started>(count: number, file: URL): Promise<Started> {
  takeServerPlace(config.databaseFile);
  cluster.setupPrimary({ exec: fileURLToPath(file), args: [] });
  const workers = new Workers(newSocket());
  onStopSignal(
    () => void workers.stop().then(() => process.exit(0)),
    () => workers.kill(),
  );
  await bind(workers.connections.server, config); // who comes early waits until one of them has started
  const started = await workers.begin("writer");
  await Promise.all(Array.from({ length: count - 1 }, () => workers.begin("reader")));
  return started as Started;
}

/** More the system cuts off, without a word. */
const longestSocket = 100;

/** Where the writer will listen: in a folder that nobody else can open, and which goes with this process. */
function newSocket(): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\portico-${randomUUID()}`;
  try {
    const folder = mkdtempSync(join(tmpdir(), "portico-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const socket = join(folder, "writer");
    if (Buffer.byteLength(socket) <= longestSocket) return socket;
  } catch (error) {
    throw new StartError(`${tmpdir()} cannot be written. Set TMPDIR to a folder that can.`, { cause: error });
  }
  throw new StartError(`${tmpdir()} is too long a path for several processes. Set TMPDIR to a shorter one.`);
}

class Workers {
  #writer: Worker | undefined;
  readonly #readers = new Set<Worker>();
  readonly #started = new Set<Worker>();
  #everStarted = false;
  readonly connections = new Connections(() => [...this.#started]);
  #stopping = false;

  constructor(private readonly socket: string) {}

  /** Starts one, and another whenever it ends. Resolves with what the first of them that serves says of its start. */
  async begin(role: Exclude<Role, "alone">): Promise<unknown> {
    const worker = cluster.fork({ [roleVariable]: role, [writerVariable]: this.socket });
    if (role === "writer") this.#writer = worker;
    else this.#readers.add(worker);
    const ended = new Promise<{ code: number; signal: string }>((resolve) =>
      worker.once("exit", (code, signal) => resolve({ code, signal })),
    );
    const replaced = ended.then(({ code, signal }) => this.#replace(worker, role, code, signal));
    return Promise.race([this.#startOf(worker), replaced]);
  }

  #startOf(worker: Worker): Promise<unknown> {
    return new Promise((resolve) => {
      worker.on("message", (message: FromWorker) => {
        if ("act" in message) return sendToWorker(this.#writer, message);
        if ("taken" in message) return this.connections.taken(message.taken);
        if ("updating" in message) return this.connections.answerHere(updatingServer());
        this.connections.answerHere(undefined);
        this.#started.add(worker);
        this.connections.sendAgain();
        this.#everStarted = true;
        resolve(message.started);
      });
    });
  }

  async #replace(worker: Worker, role: Exclude<Role, "alone">, code: number, signal: string): Promise<unknown> {
    this.#readers.delete(worker);
    this.#started.delete(worker);
    if (this.#stopping) return undefined;
    if (!this.#everStarted) process.exit(code || 1);
    log.error({ role, exitCode: code, signal }, "a process of the server ended, and is replaced");
    await pause(restPause);
    this.connections.sendAgain(worker); // what it had said by its end has been read by now
    return this.#stopping ? undefined : this.begin(role);
  }

  /** Readers may be waiting for the writer, so it stops last; but streams that it has would keep them waiting. */
  async stop() {
    this.#stopping = true;
    this.connections.server.close();
    const begun = performance.now();
    sendToWorker(this.#writer, "end streams");
    await Promise.all([...this.#readers].map((reader) => this.#end(reader, begun + longestStop.reader)));
    await this.#end(this.#writer, begun + longestStop.writer);
  }

  /** Has one stop, and resolves when it has ended, or been ended. One that is about to start has nothing to lose. */
  async #end(worker: Worker | undefined, latest: number) {
    if (!worker || worker.isDead()) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    if (this.#started.has(worker)) sendToWorker(worker, "stop");
    else worker.process.kill("SIGKILL");
    const late = setTimeout(() => worker.process.kill("SIGKILL"), latest - performance.now());
    await ended;
    clearTimeout(late);
  }

  kill() {
    for (const worker of [...this.#readers, this.#writer]) worker?.process.kill("SIGKILL");
  }
}

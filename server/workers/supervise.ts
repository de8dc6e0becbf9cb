/** The supervisor process: starts the others, replaces those that end, and does not open the database itself. */
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

/**
 * Delay before a process is replaced, in milliseconds, so that one that fails at start does not keep the machine
 * busy.
 */
const restPause = 250;

/** Time after the signal at which readers and the writer are killed, in milliseconds. */
const longestStop = { reader: 4_000, writer: 9_500 };

const sendToWorker = (worker: Worker | undefined, message: ToWorker) => {
  if (worker?.isConnected()) worker.send(message);
};

/**
 * Serves with `count` processes that run `file`, and resolves with the writer's start result when all respond. Exits
 * if the writer, which reports the reason, cannot start. Throws `DatabaseError` if another server uses the database.
 */
export async function supervise<Started>(count: number, file: URL): Promise<Started> {
  takeServerPlace(config.databaseFile);
  cluster.setupPrimary({ exec: fileURLToPath(file), args: [] });
  const workers = new Workers(newSocket());
  onStopSignal(
    () => void workers.stop().then(() => process.exit(0)),
    () => workers.kill(),
  );
  await bind(workers.connections.server, config); // early connections wait until a process has started
  const started = await workers.begin("writer");
  await Promise.all(Array.from({ length: count - 1 }, () => workers.begin("reader")));
  return started as Started;
}

/** Maximum length of a socket path; the system silently truncates longer ones. */
const longestSocket = 100;

/** Returns the writer's socket path, in a private folder that is removed when this process exits. */
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

  /** Starts a process, and another whenever it ends. Resolves with the start result of the first one that serves. */
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
    this.connections.sendAgain(worker); // its last messages have been read by now
    return this.#stopping ? undefined : this.begin(role);
  }

  /**
   * Stops the readers first, because they may wait for the writer; but ends the writer's streams before, which would
   * keep the readers waiting.
   */
  async stop() {
    this.#stopping = true;
    this.connections.server.close();
    const begun = performance.now();
    sendToWorker(this.#writer, "end streams");
    await Promise.all([...this.#readers].map((reader) => this.#end(reader, begun + longestStop.reader)));
    await this.#end(this.#writer, begun + longestStop.writer);
  }

  /**
   * Asks a process to stop and resolves when it has ended; kills it at `latest`, or at once if it has not started
   * serving.
   */
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

/**
 * Distributes the port's connections to the processes in turn; with a shared port, the first process to wake takes all
 * waiting connections. A connection stays open here until a process confirms it, so that one sent to a process that
 * ended can go to another.
 */
import type { Worker } from "node:cluster";
import type { Server as HttpServer } from "node:http";
import { createServer, type Socket } from "node:net";

/** How long a connection waits for a process before it is closed, in milliseconds. */
const timeoutMs = 60_000;

function answerBy(server: HttpServer, socket: Socket) {
  server.emit("connection", socket);
  socket.resume();
}

export class Connections {
  /** Unconfirmed connections by number, with the process each was sent to. */
  readonly #untaken = new Map<number, { socket: Socket; late: NodeJS.Timeout; sentTo?: Worker }>();
  #last = 0;
  /** Serves connections in this process, if set. */
  #here: HttpServer | undefined;

  /** `workers` returns the processes that can take connections now. */
  constructor(private readonly workers: () => Worker[]) {}

  /** Listens on the port, without reading from the connections. */
  readonly server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => undefined); // the process that takes it handles errors
    if (this.#here) return answerBy(this.#here, socket);
    const number = ++this.#last;
    const late = setTimeout(() => this.taken(number), timeoutMs).unref();
    this.#untaken.set(number, { socket, late });
    this.#send(number);
  });

  /** Makes `server` serve all connections, including waiting ones, in this process; without it, the processes do. */
  answerHere(server: HttpServer | undefined) {
    this.#here = server;
    if (!server) return;
    for (const { socket, late } of this.#untaken.values()) {
      clearTimeout(late);
      answerBy(server, socket);
    }
    this.#untaken.clear();
  }

  taken(number: number) {
    const connection = this.#untaken.get(number);
    clearTimeout(connection?.late);
    connection?.socket.destroy(); // closes only this process's copy
    this.#untaken.delete(number);
  }

  /** Resends waiting connections, and those sent to a process that ended. */
  sendAgain(ended?: Worker) {
    for (const [number, { sentTo }] of this.#untaken) if (!sentTo || sentTo === ended) this.#send(number);
  }

  /** Sends a connection to the process with the fewest unconfirmed ones. */
  #send(number: number) {
    const connection = this.#untaken.get(number);
    if (!connection) return;
    connection.sentTo = undefined;
    const able = this.workers();
    const inTurn = able.map((_, index) => able[(number + index) % able.length]!);
    const waiting = (worker: Worker) => [...this.#untaken.values()].filter(({ sentTo }) => sentTo === worker).length;
    const [worker] = inTurn.map((one) => ({ one, waiting: waiting(one) })).sort((a, b) => a.waiting - b.waiting);
    connection.sentTo = worker?.one;
    worker?.one.send({ connection: number }, connection.socket, { keepOpen: true }, () => undefined); // a failed send is handled when the worker ends
  }
}

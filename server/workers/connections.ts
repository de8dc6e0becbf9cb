/**
 * Connections of the port, handed to the processes in turn. Where processes share the port themselves, whichever wakes
 * first takes all that came at once, and keeps them for as long as their clients do. A connection stays open here until
 * the other process says that it has it: one that was on its way to a process that ended goes to another.
 */
import type { Worker } from "node:cluster";
import type { Server as HttpServer } from "node:http";
import { createServer, type Socket } from "node:net";

/** After so long a process will not take a connection any more, in milliseconds. */
const timeoutMs = 60_000;

function answerBy(server: HttpServer, socket: Socket) {
  server.emit("connection", socket);
  socket.resume();
}

export class Connections {
  /** Those that no process has yet, by a number, and to which each was sent. */
  readonly #untaken = new Map<number, { socket: Socket; late: NodeJS.Timeout; sentTo?: Worker }>();
  #last = 0;
  /** Answers connections in this process. */
  #here: HttpServer | undefined;

  /** `workers` answers those that can take connections now. */
  constructor(private readonly workers: () => Worker[]) {}

  /** What listens at the port. It reads nothing of what clients send. */
  readonly server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => undefined); // whoever takes it will notice
    if (this.#here) return answerBy(this.#here, socket);
    const number = ++this.#last;
    const late = setTimeout(() => this.taken(number), timeoutMs).unref();
    this.#untaken.set(number, { socket, late });
    this.#send(number);
  });

  /** Has connections, also those that wait, answered here by `server`; by the processes again without one. */
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
    connection?.socket.destroy(); // closed here alone
    this.#untaken.delete(number);
  }

  /** Sends what waits for a process, and what was on its way to one that ended. */
  sendAgain(ended?: Worker) {
    for (const [number, { sentTo }] of this.#untaken) if (!sentTo || sentTo === ended) this.#send(number);
  }

  /** To one that has taken all that it was sent, where there is such a one. */
  #send(number: number) {
    const connection = this.#untaken.get(number);
    if (!connection) return;
    connection.sentTo = undefined;
    const able = this.workers();
    const inTurn = able.map((_, place) => able[(number + place) % able.length]!);
    const waiting = (worker: Worker) => [...this.#untaken.values()].filter(({ sentTo }) => sentTo === worker).length;
    const [worker] = inTurn.map((one) => ({ one, waiting: waiting(one) })).sort((a, b) => a.waiting - b.waiting);
    connection.sentTo = worker?.one;
    worker?.one.send({ connection: number }, connection.socket, { keepOpen: true }, () => undefined); // a failure is an end
  }
}

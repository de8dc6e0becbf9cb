/** The side of a worker process in its communication with the supervisor. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { doForThread, sendToMainThreadBy } from "~/core/threads/main-thread.server";
import { type FromWorker, role, type ToWorker } from "./role";

const sendToSupervisor = (message: FromWorker) => void process.send?.(message);

/** Routes calls that only the writer may handle to the writer. */
export function joinOthers() {
  if (role === "reader") sendToMainThreadBy((act, args) => sendToSupervisor({ act, args }));
  if (role === "writer")
    process.on("message", (message: ToWorker) => {
      if (typeof message === "object" && "act" in message) doForThread(message.act, message.args);
    });
}

/** Makes a server without a port serve the connections that the supervisor sends. */
export function takeConnections(server: Server): Server {
  process.on("message", (message: ToWorker, socket?: Socket) => {
    if (typeof message !== "object" || !("connection" in message)) return;
    if (socket) {
      socket.allowHalfOpen = true; // the default for connections of a listening server
      server.emit("connection", socket);
      socket.resume();
    }
    sendToSupervisor({ taken: message.connection });
  });
  return server;
}

/** Reports that the writer is migrating the database and cannot respond yet. */
export const sayUpdating = () => sendToSupervisor({ updating: true });

/** Reports that this process is ready. */
export const sayStarted = (started: unknown) => sendToSupervisor({ started });

/**
 * Follows the supervisor's stop messages. Signals that a terminal or service manager sends to all processes are
 * ignored here.
 */
export function onStopMessages(does: { endStreams: () => void; stop: () => void }) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
  process.on("message", (message: ToWorker) => {
    if (message === "end streams") does.endStreams();
    if (message === "stop") does.stop();
  });
}

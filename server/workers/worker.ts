/** One of several processes, as the first one knows it. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { doForThread, sendToMainThreadBy } from "~/core/threads/main-thread.server";
import { type FromWorker, role, type ToWorker } from "./role";

const sendToSupervisor = (message: FromWorker) => void process.send?.(message);

/** Has what only the writer may do be done there, wherever it is called. */
export function joinOthers() {
  if (role === "reader") sendToMainThreadBy((act, args) => sendToSupervisor({ act, args }));
  if (role === "writer")
    process.on("message", (message: ToWorker) => {
      if (typeof message === "object" && "act" in message) doForThread(message.act, message.args);
    });
}

/** Has a server without a port of its own answer the connections that the first process hands out. */
export function takeConnections(server: Server): Server {
  process.on("message", (message: ToWorker, socket?: Socket) => {
    if (typeof message !== "object" || !("connection" in message)) return;
    if (socket) {
      socket.allowHalfOpen = true; // as those of a server that listens itself
      server.emit("connection", socket);
      socket.resume();
    }
    sendToSupervisor({ taken: message.connection });
  });
  return server;
}

/** Says that the writer brings the database up to date, and cannot answer yet. */
export const sayUpdating = () => sendToSupervisor({ updating: true });

/** Says that this process answers. */
export const sayStarted = (started: unknown) => sendToSupervisor({ started });

/**
 * Does what the first process says at a stop. Signals that a terminal or a service manager sends to all processes are
 * for that one to follow.
 */
export function onStopMessages(does: { endStreams: () => void; stop: () => void }) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
  process.on("message", (message: ToWorker) => {
    if (message === "end streams") does.endStreams();
    if (message === "stop") does.stop();
  });
}

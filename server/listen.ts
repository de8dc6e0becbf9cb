import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { countArrival } from "~/core/process/event-loop.server";
import { answerUnreadable } from "./middleware/unreadable";

/** Thrown if the server cannot start; the message tells the operator what to do. */
export class StartError extends Error {
  override name = "StartError";
}

const second = 1_000;

/** Open connections by server. */
const open = new WeakMap<Server, Set<Socket>>();

function serverFor(app: RequestListener): Server {
  const server = createServer(app);
  const connections = new Set<Socket>();
  open.set(server, connections);
  server.on("connection", countArrival).on("request", countArrival);
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.headersTimeout = 15 * second; // against clients that send their headers a byte at a time
  server.requestTimeout = 300 * second; // for an import over a slow connection
  server.keepAliveTimeout = 65 * second; // longer than proxies keep theirs
  server.on("clientError", answerUnreadable);
  return server;
}

/** Creates a server that receives its connections from another process. */
export function serverWithoutPort(app: RequestListener): Server {
  const server = serverFor(app);
  server.emit("listening"); // after this event, Node closes idle and slow connections
  return server;
}

/** Listens on a local socket, and replaces one left behind by a process that crashed. */
export async function listenAt(app: RequestListener, path: string): Promise<Server> {
  rmSync(path, { force: true });
  const server = serverFor(app).listen({ path, exclusive: true });
  await once(server, "listening");
  return server;
}

/** Resolves once the port is open. Throws `StartError`. */
export const listen = (app: RequestListener, at: Port) => bind(serverFor(app), at);

interface Port {
  port: number;
  host: string;
}

/** Opens a port for the server. Throws `StartError`. */
export async function bind<Listener extends NetServer>(server: Listener, { port, host }: Port): Promise<Listener> {
  try {
    server.listen(port, host);
    await once(server, "listening"); // or "error", which it throws
  } catch (error) {
    throw new StartError(listenError((error as NodeJS.ErrnoException).code, port, host), { cause: error });
  }
  return server;
}

function listenError(code: string | undefined, port: number, host: string): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. Stop the program that uses it, or set PORT to another one: PORT=${port + 1} npm start`;
  if (code === "EACCES") return `Port ${port} is reserved for the system. Set PORT to one above 1023.`;
  return `This machine cannot listen on ${host}. Set HOST to one of its addresses, such as 127.0.0.1.`;
}

/** Time that running requests get when the server stops, in milliseconds. */
const grace = 3 * second;

/**
 * Stops accepting requests, lets running ones finish, and closes the remaining connections after `patience`
 * milliseconds. Resolves when all are closed.
 */
export async function stop(server: Server, patience = grace): Promise<void> {
  server.close();
  const begun = performance.now();
  while (open.get(server)?.size) {
    if (performance.now() - begun < patience) server.closeIdleConnections();
    else server.closeAllConnections();
    await pause(50);
  }
}

/** Forwards requests that a reader cannot handle to the writer, and returns the responses. */
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { log } from "~/core/process/log.server";
import { addressOf } from "../address";
import { refuse } from "../middleware/refuse";

/** Paths that need state of the writer: job and import progress, live streams, health. */
const remembered = /^\/(health|live|undo|imports?(\/.*)?|jobs\/.*|.*\/(bulk|import))$/;

/** Paths whose GET requests still write, for example to mark something as read or to count it. */
const marked =
  /^\/((notifications|messages)\/.+|support\/(faqs(\/.*)?|tickets\/\d+)|forget-password|email-verification)$/;

/** Whether a reader can handle the request. The page for oversized bodies needs no other process. */
function isForReaders(req: Request): boolean {
  const { pathname } = addressOf(req);
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/\.data$/, "")
    .replace(/\/+$/, "");
  if (path === "/too-large") return true;
  return (req.method === "GET" || req.method === "HEAD") && !remembered.test(path) && !marked.test(path);
}

/** How long a request waits for a crashed writer to be replaced, in milliseconds. */
const timeoutMs = 8_000;

/**
 * Forwards a request to the process at `socket` unless it is read-only. Must come after the body limits and the stall
 * check, which work on the client's connection.
 */
export function handOver(socket: string): RequestHandler {
  return (req, res, next) => {
    if (isForReaders(req)) return next();
    connected(socket).then(
      (connection) => passRequest(req, res, connection),
      (error: unknown) => {
        log.error({ err: error }, "the process that changes the database does not answer");
        res.set("Retry-After", "5");
        refuse(req, res, 503, "Portico is just starting. Nothing was changed. Try again in a few seconds.");
      },
    );
  };
}

/** Connects to the socket; throws after `timeoutMs`. Nothing is sent before that, so no request runs twice. */
async function connected(socket: string): Promise<Socket> {
  const asked = performance.now();
  for (;;) {
    const connection = connect(socket);
    const error = await new Promise<Error | undefined>((resolve) => {
      connection.once("connect", () => resolve(undefined)).once("error", resolve);
    });
    if (!error) return connection;
    if (performance.now() - asked > timeoutMs) throw error;
    await pause(50);
  }
}

function passRequest(req: Request, res: Response, connection: Socket) {
  if (res.destroyed) return void connection.destroy(); // the client has disconnected
  const sent = request(
    { createConnection: () => connection, method: req.method, path: req.originalUrl, headers: headersOf(req) },
    (answer) => answerWith(res, answer),
  );
  sent.on("error", (error) => {
    if (res.headersSent || res.destroyed) return; // the response came early, or the client has disconnected
    log.error({ err: error, path: req.path }, "the process that changes the database ended in the midst of a request");
    refuse(
      req,
      res,
      502,
      "Portico stopped in the midst of this, so nobody can say whether it was done. Look, and try again if it was not.",
    );
  });
  res.once("finish", () => {
    req.unpipe(sent); // unpipe pauses the request; the rest is read and discarded
    req.resume();
  });
  res.once("close", () => connection.destroy());
  req.pipe(sent);
}

/** Headers of a single connection, which are not forwarded. */
const ofConnection = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];

/**
 * Returns the request's headers, with the client's address and protocol as seen by this process. The connection is
 * kept alive until the response is complete; otherwise an early response could be lost with the rest of the request.
 */
function headersOf(req: Request) {
  const headers = { ...req.headers };
  for (const name of ofConnection) delete headers[name];
  return { ...headers, connection: "keep-alive", "x-forwarded-for": req.ip ?? "", "x-forwarded-proto": req.protocol };
}

function answerWith(res: Response, answer: IncomingMessage) {
  res.locals.isHandedOver = true;
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (name !== "transfer-encoding" && !ofConnection.includes(name)) res.setHeader(name, values);
  res.writeHead(answer.statusCode ?? 502, answer.statusMessage);
  answer.pipe(res);
  answer.once("close", () => (answer.complete ? undefined : res.destroy())); // if the writer's response was cut off, cut this one off too
}

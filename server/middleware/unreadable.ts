import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { Socket } from "node:net";
import type { Request, Response } from "express";
import { config } from "config";
import { securityHeaders } from "./headers";
import { refusalPage, refusalPolicy } from "./refusal-page";

const sentences = {
  400: "This request could not be understood.",
  408: "The request did not arrive in time. Try again.",
  413: "The request is too long.",
  431: "This address is too long. Shorten it, or search for less.",
};

const statuses: Record<string, keyof typeof sentences> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * How long a client may keep sending after the response, in milliseconds: disconnecting at once would lose the
 * response.
 */
const drainTimeoutMs = 1_000;

/**
 * Responds to what Node could not parse as a request, with an error page and our headers, and closes the connection.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  if (!(socket instanceof Socket) || !socket.writable || error.code === "ECONNRESET" || isAnswering(socket))
    return void socket.destroy();
  const req = new IncomingMessage(socket);
  const res = new ServerResponse(req);
  const status = statuses[error.code ?? ""] ?? 400;
  securityHeaders(config)(req as Request, res as Response, () => undefined);
  res.setHeader("Content-Security-Policy", refusalPolicy);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  const page = refusalPage(status, sentences[status]);
  const heads = Object.entries(res.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${heads.join("")}Content-Length: ${Buffer.byteLength(page)}\r\nConnection: close\r\n\r\n${page}`,
  );
  socket.resume();
  setTimeout(() => socket.destroy(), drainTimeoutMs).unref();
}

/** Whether a response is being sent on this connection, which a second one would corrupt. Node makes the same check. */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent?: boolean } | null }) =>
  Boolean(socket._httpMessage?.headersSent);

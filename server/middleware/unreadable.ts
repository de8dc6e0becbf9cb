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
  413: "What was sent is longer than what can be read here.",
  431: "This address is longer than what can be read here. Shorten it, or search for less.",
};

const statuses: Record<string, keyof typeof sentences> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * So long a client may go on sending what nobody reads, in milliseconds: if it were cut off at once, it would not see
 * the answer.
 */
const drainTimeoutMs = 1_000;

/**
 * Answers what Node could not read as a request, so that no application sees it: a page of ours, with our headers. Then
 * the connection ends.
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

/**
 * Whether an earlier request of this connection is being answered: a second answer would stand in the middle of the
 * first. Node asks the same.
 */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent?: boolean } | null }) =>
  Boolean(socket._httpMessage?.headersSent);

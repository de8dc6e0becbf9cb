/** Between Express and Remix: a request as Remix takes it, and its answer sent as fast as whoever asked takes it. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request, Response } from "express";
import { changesNothing } from "~/core/http/origin.server";

/**
 * What Express has of a request, as the web has it. Its signal aborts when the connection closes before the answer is
 * out.
 */
export function webRequest(req: Request, res: Response): globalThis.Request {
  const left = new AbortController();
  res.once("close", () => res.writableFinished || left.abort());
  const headers = Object.entries(req.headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const isEmpty = changesNothing(req.method) || res.locals.isBodyIgnored;
  const body = isEmpty ? undefined : { body: createReadableStreamFromReadable(req), duplex: "half" };
  return new Request(`${req.protocol}://${req.get("host")}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal: left.signal,
    ...body,
  } as RequestInit);
}

/**
 * Sends Remix's answer. `@remix-run/express` writes a body without waiting for who takes it, so that one who does not
 * has the whole of a download kept in memory. When the connection closes, whatever makes the body is ended.
 */
export async function sendAnswer(res: Response, answer: globalThis.Response): Promise<void> {
  const { status, statusText, headers, body } = answer;
  res.statusMessage = statusText;
  res.status(status);
  for (const [name, value] of headers) res.append(name, value);
  if (!body) return void res.end();
  if (headers.get("Content-Type")?.startsWith("text/event-stream")) res.flushHeaders();
  if (isShort(headers)) return void res.end(Buffer.from(await answer.arrayBuffer()));
  await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), inPieces, res).catch((error: unknown) => {
    if (!hasLeft(error)) throw error;
  });
}

/** Whether nobody is there to take the answer, or the rest of it. */
const hasLeft = (error: unknown) =>
  ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ERR_STREAM_DESTROYED"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );

/** So many bytes are written at once: only when all of them are taken can it be seen that somebody takes something. */
const piece = 64 * 1024;

/** Whether all of an answer is one such piece: a stream would take longer than the rest of answering. */
const isShort = (headers: Headers) => Number(headers.get("Content-Length") ?? Infinity) <= piece;

async function* inPieces(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += piece) yield chunk.subarray(start, start + piece);
  }
}

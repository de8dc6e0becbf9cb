/** Converts Express requests for Remix, and sends Remix's responses with backpressure. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request, Response } from "express";
import { changesNothing } from "~/core/http/origin.server";
import { WholeResponse } from "~/core/http/whole-response.server";

/**
 * Converts an Express request to a web request. Its signal aborts if the client disconnects before the response is
 * sent.
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
 * Sends Remix's response at the client's pace; `@remix-run/express` would buffer a whole download in memory for a
 * slow one. Cancels the body if the client disconnects.
 */
export async function sendAnswer(res: Response, answer: globalThis.Response): Promise<void> {
  const { status, statusText, headers, body } = answer;
  res.statusMessage = statusText;
  res.status(status);
  for (const [name, value] of headers) res.append(name, value);
  if (!body) return void res.end();
  if (headers.get("Content-Type")?.startsWith("text/event-stream")) res.flushHeaders();
  if (answer instanceof WholeResponse) return sendWhole(res, answer.content);
  await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), splitChunks, res).catch((error: unknown) => {
    if (!hasLeft(error)) throw error;
  });
}

/** Whether the error only means that the client has disconnected. */
const hasLeft = (error: unknown) =>
  ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ERR_STREAM_DESTROYED"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );

/** Bytes per write: progress of a slow client is only visible between writes. */
const piece = 64 * 1024;

/** Sends a body in pieces, without the stream and its promises, which cost a twentieth of a page. */
async function sendWhole(res: Response, bytes: Buffer) {
  let start = 0;
  for (; bytes.length - start > piece; start += piece) {
    if (res.write(bytes.subarray(start, start + piece))) continue;
    await untilWritable(res);
    if (res.closed) return;
  }
  res.end(bytes.subarray(start));
}

/** Resolves once a response takes more bytes or its connection is closed, and leaves no listener behind. */
const untilWritable = (res: Response) =>
  new Promise<void>((resolve) => {
    const resume = () => {
      res.off("drain", resume).off("close", resume);
      resolve();
    };
    res.on("drain", resume).on("close", resume);
  });

async function* splitChunks(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += piece) yield chunk.subarray(start, start + piece);
  }
}

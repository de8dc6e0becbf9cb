import type { RequestHandler, Response } from "express";
import { requesterOf } from "~/auth/session.server";
import { QueueFull, type Requester } from "~/core/process/fair-queue.server";
import { requestContext } from "~/core/http/request-context.server";
import { requestQueue, uploadQueue } from "~/core/http/work-queues.server";
import { refuse } from "./refuse";

/** Maximum time for which a request blocks the start of others, in milliseconds. */
const maxSlotMs = 20;

/** Maximum time for which a large body blocks the reading of others, in milliseconds. */
const maxUploadSlotMs = 10_000;

/** Maximum size of a body that is read without waiting in the upload queue, in bytes. */
const maxSmallBody = 1024 * 1024;

/**
 * Starts requests in turn across users and networks, so that a client with hundreds of requests delays mainly itself.
 * Limits the number of large bodies read at once, and responds 503 if a queue is full.
 */
export const scheduleFairly: RequestHandler = (req, res, next) => {
  const start = (requester: Requester) => requestQueue.run(requester, () => startAnswering(res, next));
  const answer = async () => {
    const requester = await requesterOf(req);
    if (res.locals.isBodyIgnored || Number(req.headers["content-length"] ?? 0) <= maxSmallBody) return start(requester);
    const place = uploadQueue.enter(requester);
    requestContext()?.onClose?.(place.leave);
    return place.run(async () => {
      await start(requester);
      await untilClosed(maxUploadSlotMs);
    });
  };
  answer().catch((error: unknown) => (error instanceof QueueFull ? refuse(req, res, 503, error.message) : next(error)));
};

/** Resolves once the response begins, its handler waits in another queue, or `maxSlotMs` have passed. */
async function startAnswering(res: Response, next: () => void): Promise<void> {
  if (res.closed) return;
  await untilClosed(maxSlotMs, (release) => {
    const context = requestContext();
    if (context) context.releaseSlot = release;
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
    res.writeHead = (...args: unknown[]) => {
      release();
      return writeHead(...args);
    };
    next();
  });
}

/** Resolves once the response is closed, `maxMs` have passed, or `act` calls `release`. */
const untilClosed = (maxMs: number, act?: (release: () => void) => void) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxMs).unref();
    const release = () => {
      clearTimeout(timer);
      resolve();
    };
    requestContext()?.onClose?.(release);
    act?.(release);
  });

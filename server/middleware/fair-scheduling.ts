import type { RequestHandler, Response } from "express";
import { requesterOf } from "~/auth/session.server";
import { QueueFull, type Requester } from "~/core/process/fair-queue.server";
import { requestContext } from "~/core/http/request-context.server";
import { requestQueue, uploadQueue } from "~/core/http/work-queues.server";
import { refuse } from "./refuse";

/** Longest time, in milliseconds, that a request keeps others from being begun. */
const maxSlotMs = 20;

/** Longest time, in milliseconds, that a large body keeps others from being read. */
const maxUploadSlotMs = 10_000;

/** Bodies of more bytes wait for their place before they are read. */
const maxSmallBody = 1024 * 1024;

/**
 * Begins requests in turn, one of each person or network: whoever sends hundreds at once waits for their own, and
 * others for a few of them. Large bodies are read a few at a time. Refuses with a 503 where too many wait.
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
      await responseClosedWithin(maxUploadSlotMs);
    });
  };
  answer().catch((error: unknown) => (error instanceof QueueFull ? refuse(req, res, 503, error.message) : next(error)));
};

/** Resolves once the response begins, its handler waits in another queue, or `maxSlotMs` have passed. */
const startAnswering = (res: Response, next: () => void) =>
  new Promise<void>((resolve) => {
    if (res.closed) return resolve();
    const timer = setTimeout(resolve, maxSlotMs);
    const release = () => {
      clearTimeout(timer);
      resolve();
    };
    const context = requestContext();
    if (context) context.releaseSlot = release;
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
    res.writeHead = (...args: unknown[]) => {
      release();
      return writeHead(...args);
    };
    context?.onClose?.(release);
    next();
  });

const responseClosedWithin = (maxMs: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, maxMs).unref();
    requestContext()?.onClose?.(resolve);
  });

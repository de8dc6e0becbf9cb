import type { RequestHandler, Response } from "express";
import { requesterOf } from "~/auth/session.server";
import { QueueFull } from "~/core/process/fair-queue.server";
import { requestContext } from "~/core/http/request-context.server";
import { bodyBudget, requestQueue, strangersBodyBudget } from "~/core/http/work-queues.server";
import { refuse } from "./refuse";

/** Maximum time for which a request blocks the start of others, in milliseconds. */
const maxSlotMs = 20;

/** Maximum size of a body that takes nothing from a budget, in bytes. */
const maxSmallBody = 64 * 1024;

/**
 * Starts requests in turn across users and networks, so that a client with hundreds of requests delays mainly itself.
 * Responds 503 if the queue is full or too many bytes are being received.
 */
export const scheduleFairly: RequestHandler = (req, res, next) => {
  const answer = async () => {
    const requester = await requesterOf(req);
    const bytes = res.locals.isBodyIgnored ? 0 : Number(req.headers["content-length"] ?? 0);
    const budget = requester.isKnown ? bodyBudget : strangersBodyBudget;
    if (bytes > maxSmallBody) requestContext()?.onClose?.(budget.take(requester, bytes));
    return requestQueue.run(requester, () => startAnswering(res, next));
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

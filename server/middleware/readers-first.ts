import type { RequestHandler } from "express";
import { goFirst } from "~/core/process/event-loop.server";

/**
 * Lets background work yield to GET requests. Not for forms, which may wait for that work, nor for streams, which
 * never end.
 */
export const readersFirst: RequestHandler = (req, res, next) => {
  if (req.method !== "GET" || req.get("accept")?.includes("text/event-stream")) return next();
  goFirst((answered) => {
    res.once("finish", answered).once("close", answered);
    next();
  });
};

import type { RequestHandler } from "express";
import { goFirst } from "~/core/process/event-loop.server";

/**
 * Has long work give way to whoever asks to read something. A form may wait for that very work, and a stream never
 * ends.
 */
export const readersFirst: RequestHandler = (req, res, next) => {
  if (req.method !== "GET" || req.get("accept")?.includes("text/event-stream")) return next();
  goFirst((answered) => {
    res.once("finish", answered).once("close", answered);
    next();
  });
};

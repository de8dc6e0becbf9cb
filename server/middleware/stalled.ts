import type { Socket } from "node:net";
import type { RequestHandler, Response } from "express";

/** Whoever takes nothing of an answer for so long is cut off; in milliseconds. */
const stallLimit = 60_000;

/** How often it is looked, in each such span. */
const checksPerSpan = 12;

/** How much a connection had taken, and when it was first seen to have taken that. */
interface Progress {
  taken: number;
  since: number;
}

/**
 * Destroys the connections of those who ask and then do not read: an answer that nobody takes holds memory, a file or a
 * stream. It goes by what waits to be sent, so that it harms neither who waits for us nor a stream that has nothing to
 * say.
 */
export function cutOffStalled(limit = stallLimit): RequestHandler {
  const open = new Map<Response, Progress>();
  setInterval(() => {
    const now = performance.now();
    for (const [{ socket }, seen] of open) if (socket && hasStalled(socket, seen, now, limit)) socket.destroy();
  }, limit / checksPerSpan).unref();

  return (_req, res, next) => {
    open.set(res, { taken: 0, since: performance.now() });
    res.once("close", () => open.delete(res));
    next();
  };
}

function hasStalled({ bytesWritten, writableLength }: Socket, seen: Progress, now: number, limit: number): boolean {
  const taken = bytesWritten - writableLength;
  if (writableLength === 0 || taken !== seen.taken) Object.assign(seen, { taken, since: now });
  return now - seen.since >= limit;
}

import type { Socket } from "node:net";
import type { RequestHandler, Response } from "express";

/** How long a client may read nothing of a response, in milliseconds. */
const stallLimit = 60_000;

/** Number of checks per limit. */
const checksPerSpan = 12;

/** Bytes that a connection had sent, and since when that number has not changed. */
interface Progress {
  taken: number;
  since: number;
}

/**
 * Destroys connections of clients that stop reading a response, which would hold memory, a file or a stream. Only
 * unsent data counts, so slow handlers and idle streams are not affected.
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

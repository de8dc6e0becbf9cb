import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { log } from "~/core/process/log.server";
import { inRequest } from "~/core/process/security-log.server";

declare global {
  namespace Express {
    interface Locals {
      /** Request id, shown in the log and on error pages. */
      requestId: string;
      /** Whether the request came from this machine (sample data only), see `this-machine.ts`. */
      isFromThisMachine?: boolean;
      /** Whether the body exceeds the limit and is not read. */
      isBodyIgnored?: true;
      /** Called once the response is sent or the client has disconnected. */
      whenClosed: (() => void)[];
      /** Whether another process handles the request and logs it. */
      isHandedOver?: true;
      /** Allows scripts of this response under its Content-Security-Policy. */
      nonce: string;
    }
  }
}

/**
 * Assigns a request id and logs the request when it is over. The query string is not logged, since it may be private.
 */
export const identify: RequestHandler = (req, res, next) => {
  const begun = performance.now();
  const { method, path } = req;
  res.locals.requestId = randomBytes(5).toString("hex");
  res.locals.nonce = randomBytes(16).toString("base64url");
  res.set("X-Request-Id", res.locals.requestId);

  res.locals.whenClosed = [];
  res.on("close", () => {
    for (const act of res.locals.whenClosed) act();
    if (res.locals.isHandedOver) return;
    const ms = Math.round((performance.now() - begun) * 10) / 10;
    const line = { method, path: path.slice(0, 500), status: res.statusCode, ms, id: res.locals.requestId };
    if (isStream(res))
      log.debug({ ...line, stream: true }, "request"); // its duration is that of the visit, so it is neither slow nor aborted
    else if (!res.writableFinished) log.info({ ...line, aborted: true }, "request");
    else if (res.statusCode >= 500) log.error(line, "request");
    else if (path.startsWith("/assets/") || path === "/health") log.debug(line, "request");
    else log.info(line, "request");
  });
  inRequest({ id: res.locals.requestId, address: req.ip ?? "" }, next);
};

const isStream = (res: Response) => String(res.getHeader("Content-Type")).startsWith("text/event-stream");

import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { log } from "~/core/process/log.server";
import { inRequest } from "~/core/process/security-log.server";

declare global {
  namespace Express {
    interface Locals {
      /** Names this request in the log and to the person who asks about it. */
      requestId: string;
      /** Whether a sample was asked from this machine, see `this-machine.ts`. */
      isFromThisMachine?: boolean;
      /** The body is too large to be read. */
      isBodyIgnored?: true;
      /** Called once the answer is out or its reader has left. */
      whenClosed: (() => void)[];
      /** Another process answers this, and has the line in its log. */
      isHandedOver?: true;
      /** Allows scripts of this answer under its Content-Security-Policy. */
      nonce: string;
    }
  }
}

/**
 * Gives each request its name, and a line in the log when it is over. What stands behind `?` is not logged: it may be
 * private.
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
      log.debug({ ...line, stream: true }, "request"); // it lasts as long as somebody looks, which is neither slow nor cut off
    else if (!res.writableFinished) log.info({ ...line, aborted: true }, "request");
    else if (res.statusCode >= 500) log.error(line, "request");
    else if (path.startsWith("/assets/") || path === "/health") log.debug(line, "request");
    else log.info(line, "request");
  });
  inRequest({ id: res.locals.requestId, address: req.ip ?? "" }, next);
};

const isStream = (res: Response) => String(res.getHeader("Content-Type")).startsWith("text/event-stream");

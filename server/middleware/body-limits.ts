import type { Request, RequestHandler, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { addressOf, isData } from "../address";
import { refuse } from "./refuse";

const megabyte = 1024 * 1024;

/**
 * Returns the maximum body size, in bytes; excess data is not kept in memory. Forms with files get the limit of
 * imports, far above the maximum file size, so that a picture that is too large is rejected beside its field with all
 * typed text kept.
 */
function limitFor(req: Request, path: string): number {
  if (isApi(path)) return megabyte;
  const isLarge = isImport(path) || req.is("multipart/form-data");
  return isLarge ? 32 * megabyte : megabyte;
}

const isImport = (path: string) => /\/import\/*$/i.test(decodeURIComponent(path.replace(/\.data$/, "")));

/**
 * Rejects a body by its announced length without reading it. Browsers always send a Content-Length, and Node enforces
 * it.
 */
export const bodyLimits: RequestHandler = (req, res, next) => {
  readTheRest(req, res);
  if (req.get("transfer-encoding"))
    return refuse(req, res, 411, "Send the length of the body in a Content-Length header.");
  const { pathname } = addressOf(req);
  const limit = limitFor(req, pathname);
  if (Number(req.get("content-length") ?? 0) <= limit) return next();

  if (isApi(pathname)) return refuse(req, res, 413, `Too large: at most ${limit / megabyte} MB can be sent here.`);
  res.locals.isBodyIgnored = true;
  toTooLargePage(req, isData(pathname), limit);
  next();
};

/** Rewrites the request to the route that shows the error as a page, for document and data requests. */
function toTooLargePage(req: Request, isData: boolean, limit: number) {
  req.method = "POST";
  req.originalUrl = `/too-large${isData ? ".data" : ""}?mb=${limit / megabyte}`;
}

/** How long a client may keep sending a body after the response, in milliseconds, before it is disconnected. */
const drainTimeoutMs = 30_000;

/**
 * Reads and discards the rest of a body after an early response, which a browser shows only once everything is sent.
 * Closing the connection at once would lose the response.
 */
function readTheRest(req: Request, res: Response) {
  res.on("finish", () => {
    req.removeAllListeners("data");
    req.resume();
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), drainTimeoutMs);
    req.on("close", () => clearTimeout(timer));
  });
}

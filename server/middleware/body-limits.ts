import type { Request, RequestHandler, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { addressOf, isData } from "../address";
import { refuse } from "./refuse";

const megabyte = 1024 * 1024;

/**
 * How long a body may be, in bytes. Forms with files get as much as imports, far more than a file may have: so a
 * picture that is too large is read past and refused beside its field, with all that was typed still there. What is
 * read past is not held.
 */
function limitFor(req: Request, path: string): number {
  if (isApi(path)) return megabyte;
  const isLarge = isImport(path) || req.is("multipart/form-data");
  return isLarge ? 32 * megabyte : megabyte;
}

const isImport = (path: string) => /\/import\/*$/i.test(decodeURIComponent(path.replace(/\.data$/, "")));

/**
 * Bodies announce their length (browsers always do, and Node holds them to it), so nothing needs to be counted: what is
 * announced as too long is answered without being read.
 */
export const bodyLimits: RequestHandler = (req, res, next) => {
  readTheRest(req, res);
  if (req.get("transfer-encoding"))
    return refuse(req, res, 411, "Say how long the body is: send it with a Content-Length.");
  const { pathname } = addressOf(req);
  const limit = limitFor(req, pathname);
  if (Number(req.get("content-length") ?? 0) <= limit) return next();

  if (isApi(pathname))
    return refuse(req, res, 413, `That is too much at once: at most ${limit / megabyte} MB can be sent here.`);
  res.locals.isBodyIgnored = true;
  toTooLargePage(req, isData(pathname), limit);
  next();
};

/**
 * Hands the request to the route that shows the sentence as a page of this site, for documents and client navigations
 * alike.
 */
function toTooLargePage(req: Request, isData: boolean, limit: number) {
  req.method = "POST";
  req.originalUrl = `/too-large${isData ? ".data" : ""}?mb=${limit / megabyte}`;
}

/** Whoever takes longer than this after the answer to send the rest of a body, in milliseconds, is cut off. */
const drainTimeoutMs = 30_000;

/**
 * A browser shows an early answer, such as the way to log in, only after it could send everything: what nobody has read
 * by then is read and forgotten. Closing the connection at once would lose the answer.
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

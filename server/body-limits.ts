import type { Request, RequestHandler, Response } from "express";
import { changesNothing } from "~/auth/origin.server";
import { isApi, refuse } from "./refuse";

const megabyte = 1024 * 1024;

/** How long a body may be, in bytes. */
function limitFor(req: Request): number {
  if (/\/import(\.data)?$/.test(req.path)) return 32 * megabyte;
  if (req.is("multipart/form-data")) return 8 * megabyte;
  return megabyte;
}

/**
 * Bodies announce their length (browsers always do, and Node holds them to it), so nothing needs to be counted: what is
 * announced as too long is answered without being read.
 */
export const bodyLimits: RequestHandler = (req, res, next) => {
  if (req.get("transfer-encoding")) {
    drain(req, res);
    return refuse(req, res, 411, "Say how long the body is: send it with a Content-Length.");
  }
  if (changesNothing(req.method)) return next();
  const limit = limitFor(req);
  if (Number(req.get("content-length") ?? 0) <= limit) return next();

  drain(req, res);
  const message = `That is too much at once: at most ${limit / megabyte} MB can be sent here.`;
  if (isApi(req.path)) return refuse(req, res, 413, message);
  toTooLargePage(req, limit);
  next();
};

/** Hands the request to the route that shows the sentence as a page of this site, for documents and client navigations alike. */
function toTooLargePage(req: Request, limit: number) {
  const ending = req.path.endsWith(".data") ? ".data" : "";
  req.method = "POST";
  req.originalUrl = `/too-large${ending}?mb=${limit / megabyte}`;
  req.url = req.originalUrl;
}

/** A browser shows an early answer only after it could send everything. Whoever takes longer than this, in milliseconds, is cut off. */
const patience = 10_000;

function drain(req: Request, res: Response) {
  res.set("Connection", "close");
  res.on("finish", () => {
    if (req.complete) return;
    req.removeAllListeners("data");
    req.resume();
    const timer = setTimeout(() => req.destroy(), patience);
    req.on("close", () => clearTimeout(timer));
  });
}

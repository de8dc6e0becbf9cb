import type { Request, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { addressOf } from "../address";
import { refusalPage, refusalPolicy } from "./refusal-page";

/**
 * Answers a request that goes no further: `{ message }` to the API, a page to a browser, the sentence itself to
 * everybody else.
 */
export function refuse(req: Request, res: Response, status: number, message: string) {
  res.status(status).set("Cache-Control", "no-store").removeHeader("Content-Encoding"); // a file was to come, and was packed
  if (isApi(addressOf(req).pathname)) res.json({ message });
  else if (req.accepts(["text/plain", "text/html"]) === "text/html")
    res.set("Content-Security-Policy", refusalPolicy).type("html").send(refusalPage(status, message));
  else res.type("text/plain").send(`${message}\n`);
}

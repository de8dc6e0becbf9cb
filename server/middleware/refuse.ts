import type { Request, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { addressOf } from "../address";
import { refusalPage, refusalPolicy } from "./refusal-page";

/** Ends a request with an error: `{ message }` for the API, a page for browsers, plain text for everything else. */
export function refuse(req: Request, res: Response, status: number, message: string) {
  res.status(status).set("Cache-Control", "no-store").removeHeader("Content-Encoding"); // set by the file that would have been sent
  if (isApi(addressOf(req).pathname)) res.json({ message });
  else if (req.accepts(["text/plain", "text/html"]) === "text/html")
    res.set("Content-Security-Policy", refusalPolicy).type("html").send(refusalPage(status, message));
  else res.type("text/plain").send(`${message}\n`);
}

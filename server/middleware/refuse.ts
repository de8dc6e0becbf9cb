import type { Request, Response } from "express";
import { isApi } from "~/core/http/respond.server";
import { addressOf, isData } from "../address";
import { refusalPage, refusalPolicy } from "./refusal-page";

/**
 * Ends a request with an error: `{ message }` for the API, what Remix's scripts read for forms that they send, a page
 * for browsers, plain text for everything else.
 */
export function refuse(req: Request, res: Response, status: number, message: string) {
  res.status(status).set("Cache-Control", "no-store").removeHeader("Content-Encoding"); // set by the file that would have been sent
  const { pathname } = addressOf(req);
  if (isApi(pathname)) res.json({ message });
  else if (isData(pathname) && req.method === "POST") res.type("text/x-script").send(actionError(status, message));
  else if (req.accepts(["text/plain", "text/html"]) === "text/html")
    res.set("Content-Security-Policy", refusalPolicy).type("html").send(refusalPage(status, message));
  else res.type("text/plain").send(`${message}\n`);
}

/** Returns an error as Remix's scripts expect it of an action (turbo-stream): objects name places in the array. */
const actionError = (status: number, message: string) =>
  JSON.stringify([
    { _1: 2 },
    "error",
    { _3: 4, _5: 6, _7: 8, _9: 10 },
    ...["status", status, "statusText", "", "internal", false, "data", { _11: 12 }, "message", message],
  ]);

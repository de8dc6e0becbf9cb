import type { Request, Response } from "express";

/** Answers a request that goes no further: `{ message }` to the API, the sentence itself to everybody else. */
export function refuse(req: Request, res: Response, status: number, message: string) {
  res.status(status).set("Cache-Control", "no-store");
  if (/^\/api(\/|$)/.test(req.path)) res.json({ message });
  else res.type("text/plain").send(`${message}\n`);
}

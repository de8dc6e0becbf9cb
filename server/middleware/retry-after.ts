import type { RequestHandler } from "express";

/** Default `Retry-After` by status, in seconds: attempts are counted for 15 minutes. */
const defaults: Partial<Record<number, number>> = { 429: 900, 503: 60 };

/** Adds a `Retry-After` header to every 429 and 503 response that lacks one. */
export const retryAfter: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  res.writeHead = (...args: unknown[]) => {
    const seconds = defaults[res.statusCode];
    if (seconds && !res.headersSent && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", seconds);
    return writeHead(...args);
  };
  next();
};

import type { RequestHandler } from "express";

/**
 * When to try again unless the answer says so itself, in seconds: tries are counted for a quarter of an hour, and what
 * is down is looked after.
 */
const defaults: Partial<Record<number, number>> = { 429: 900, 503: 60 };

/** Has every answer that asks to wait say for how long, whoever gives it. */
export const retryAfter: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  res.writeHead = (...args: unknown[]) => {
    const seconds = defaults[res.statusCode];
    if (seconds && !res.headersSent && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", seconds);
    return writeHead(...args);
  };
  next();
};

import { isIP } from "node:net";
import type { RequestHandler } from "express";

/**
 * Some proxies write a port into `X-Forwarded-For`, a new one for each connection: with it, each would count as another address. What is
 * no address at all, such as `unknown`, is not kept as one.
 */
export const plainAddresses: RequestHandler = (req, _res, next) => {
  const forwarded = req.headers["x-forwarded-for"];
  if (forwarded) req.headers["x-forwarded-for"] = String(forwarded).split(",").map(plainAddress).join(", ");
  next();
};

/** `1.2.3.4` of `1.2.3.4:5678` and of `::ffff:1.2.3.4`, `::1` of `[::1]:99`. */
function plainAddress(written: string): string {
  const address = /^"?(?:\[([^\]]*)\]|([^:]*))(?::\d*)?"?$/.exec(written.trim());
  const plain = (address?.[1] ?? address?.[2] ?? written.trim()).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(plain) ? plain.toLowerCase() : "unknown";
}

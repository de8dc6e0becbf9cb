import type { RequestHandler } from "express";
import { parseAddress } from "../../app/core/http/network.server";

/**
 * Normalizes `X-Forwarded-For`: removes ports, which some proxies add and which would make each connection a new
 * address, and replaces invalid addresses with `unknown`.
 */
export const plainAddresses: RequestHandler = (req, _res, next) => {
  const forwarded = req.headers["x-forwarded-for"];
  if (forwarded) req.headers["x-forwarded-for"] = String(forwarded).split(",").map(plainAddress).join(", ");
  next();
};

/**
 * Returns the plain address: `1.2.3.4` for `1.2.3.4:5678` and any spelling of `::ffff:1.2.3.4`, `::1` for `[::1]:99`.
 */
function plainAddress(written: string): string {
  const address = /^"?(?:\[([^\]]*)\]|([^:]*))(?::\d*)?"?$/.exec(written.trim());
  const plain = (address?.[1] ?? address?.[2] ?? written.trim()).toLowerCase();
  return parseAddress(plain)?.toString() ?? "unknown";
}

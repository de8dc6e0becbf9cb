import { isIP, isIPv6 } from "node:net";
import type { RequestHandler } from "express";

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
  return isIPv6(plain) ? (mapped(plain) ?? plain) : isIP(plain) ? plain : "unknown";
}

/**
 * Returns the IPv4 address embedded in an IPv6 address, if any: `1.2.3.4` for `::ffff:102:304` and
 * `0:0:0:0:0:ffff:1.2.3.4`.
 */
function mapped(address: string): string | undefined {
  const url = `http://[${address.split("%")[0]}]`;
  const parts =
    URL.canParse(url) &&
    /^\[::ffff:([\da-f]+):([\da-f]+)\]$/
      .exec(new URL(url).hostname)
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16));
  return parts ? parts.flatMap((part) => [part >> 8, part & 255]).join(".") : undefined;
}

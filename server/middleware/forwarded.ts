import { isIP, isIPv6 } from "node:net";
import type { RequestHandler } from "express";

/**
 * Some proxies write a port into `X-Forwarded-For`, a new one for each connection: with it, each would count as another
 * address. What is no address at all, such as `unknown`, is not kept as one.
 */
export const plainAddresses: RequestHandler = (req, _res, next) => {
  const forwarded = req.headers["x-forwarded-for"];
  if (forwarded) req.headers["x-forwarded-for"] = String(forwarded).split(",").map(plainAddress).join(", ");
  next();
};

/** `1.2.3.4` of `1.2.3.4:5678` and of `::ffff:1.2.3.4`, however that is spelled, `::1` of `[::1]:99`. */
function plainAddress(written: string): string {
  const address = /^"?(?:\[([^\]]*)\]|([^:]*))(?::\d*)?"?$/.exec(written.trim());
  const plain = (address?.[1] ?? address?.[2] ?? written.trim()).toLowerCase();
  return isIPv6(plain) ? (mapped(plain) ?? plain) : isIP(plain) ? plain : "unknown";
}

/**
 * The IPv4 address that an IPv6 address stands for, if it does: `1.2.3.4` of `::ffff:102:304` and of
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

/** The setting that says whose `X-Forwarded-*` headers are believed. */
import { isIP } from "node:net";

/** Whether Express can read it: it would throw at anything else, and say so in a stack of calls. */
export function isProxies(given: string): boolean {
  if (/^(true|false|\d{1,2}|loopback)$/.test(given)) return true;
  return given.split(",").every((written) => {
    const [, address = "", range = "1"] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(written) ?? [];
    return isIP(address) > 0 && Number(range) >= 1 && Number(range) <= (isIP(address) === 4 ? 32 : 128);
  });
}

/**
 * In Express's terms. "true" means one proxy: believing all of them would let anybody choose the address that limits
 * count.
 */
export function proxies(given: string | undefined): false | number | string {
  if (!given || given === "false" || given === "0") return false;
  if (given === "true") return 1;
  return /^\d+$/.test(given) ? Number(given) : given;
}

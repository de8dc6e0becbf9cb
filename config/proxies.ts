/** The setting for trusted proxies. */
import { isIP } from "node:net";

/** Whether Express accepts the setting; it would throw a stack trace at anything else. */
export function isProxies(given: string): boolean {
  if (/^(true|false|\d{1,2}|loopback)$/.test(given)) return true;
  return given.split(",").every((written) => {
    const [, address = "", range = "1"] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(written) ?? [];
    return isIP(address) > 0 && Number(range) >= 1 && Number(range) <= (isIP(address) === 4 ? 32 : 128);
  });
}

/**
 * Returns the setting for Express. "true" means one proxy, because trusting all would let clients choose the address
 * that rate limits use.
 */
export function proxies(given: string | undefined): false | number | string {
  if (!given || given === "false" || given === "0") return false;
  if (given === "true") return 1;
  return /^\d+$/.test(given) ? Number(given) : given;
}

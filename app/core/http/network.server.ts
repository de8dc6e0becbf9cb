import { isIPv6 } from "node:net";

/**
 * Returns the network of an IP address for rate limits: an IPv4 address itself, or the /64 of an IPv6 address, which
 * one customer usually has as a whole.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address.replace(/^::ffff:/i, "");
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const groups = head ? head.split(":") : [];
  const missing = address.includes("::") ? 8 - groups.length - (tail ? tail.split(":").length : 0) : 0;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...tail.split(":")];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Parses an IP address; as IPv4 if it is embedded in IPv6. Returns undefined for other text, such as `1.2`. */
export const parseAddress = (text: string) => (isIP(text) && ipaddr.isValid(text) ? ipaddr.process(text) : undefined);

/**
 * Returns the network of an IP address for rate limits: an IPv4 address itself, or the /64 of an IPv6 address, which
 * one customer usually has as a whole.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed || !("parts" in parsed)) return parsed?.toString() ?? address;
  const network = parsed.parts.slice(0, 4);
  return network.map((part) => part.toString(16)).join(":");
}

import { isIPv4 } from "node:net";

/**
 * Whether a host name or address always means this machine: `localhost`, `127.0.0.1`, `[::1]`. Every check of local
 * access uses it, see docs/decisions/0058.
 */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/, "");
  return name === "localhost" || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}

/** Detects whether a request was made on this machine, for the rule that keeps a sample local. */
import type { Request, RequestHandler } from "express";
import { config, isLoopback } from "config";
import { refuse } from "./refuse";

/** Headers with which proxies and tunnels pass on the client's address or the requested host. */
const forwardingHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
];

interface Peer {
  /** Whether the peer is another process of this server, which has already checked the request. */
  isReader?: boolean;
}

/**
 * Whether the request comes directly from this machine: the peer and every address named by a proxy are loopback.
 * Ignores `TRUST_PROXY`; `ownHost` checks the `Host` header.
 */
export function isFromThisMachine(request: Request, { isReader = false }: Peer = {}): boolean {
  const { socket, headers } = request;
  if (hasSignsOfProxy(request)) return false;
  const named = forwardingHeaders.flatMap((name) => String(headers[name] ?? "").split(","));
  const forwarded = String(headers.forwarded ?? "").matchAll(/(?:for|host)=([^;,]*)/gi);
  const hosts = [...named, ...[...forwarded].map(([, value = ""]) => value)].map(hostOf).filter(Boolean);
  return (isReader || isLoopback(socket.remoteAddress ?? "")) && hosts.every(isLoopback);
}

/**
 * Whether a proxy passed the request on without naming the client and with a loopback `Host`, like nginx with a bare
 * `proxy_pass`: it uses HTTP/1.0, which no browser does, or the page is from another host.
 */
function hasSignsOfProxy({ httpVersion, headers }: Request): boolean {
  const isFromOwnPage = headers["sec-fetch-site"] === "same-origin";
  const page = isFromOwnPage && (headers.origin ?? headers.referer);
  const isElsewhere = page && URL.canParse(page) && !isLoopback(new URL(page).hostname);
  return httpVersion === "1.0" || headers.via !== undefined || Boolean(isElsewhere);
}

/** Returns `127.0.0.1` of `"127.0.0.1:4711"` and `[::1]` of `"[::1]:80"`. */
function hostOf(written: string): string {
  const plain = written.trim().replace(/^"(.*)"$/, "$1");
  return /^(\[[^\]]*\]|[^:]*):\d+$/.exec(plain)?.[1] ?? plain;
}

/** Rejects requests to a sample from other machines, because its passwords are public. */
export const keepSampleLocal =
  (peer: Peer): RequestHandler =>
  (req, res, next) => {
    res.locals.isFromThisMachine = config.sampleData && isFromThisMachine(req, peer);
    if (!config.sampleData || res.locals.isFromThisMachine) return next();
    refuse(
      req,
      res,
      403,
      "This is a sample, which answers this machine only. To run Portico for others, set SAMPLE_DATA=false and use an empty DATA_DIR.",
    );
  };

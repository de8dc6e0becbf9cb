/** Whether a request was made on this machine: the request's half of the rule that keeps a sample local. */
import type { Request, RequestHandler } from "express";
import { config, isLoopback } from "config";
import { refuse } from "./refuse";

/** Headers by which proxies and tunnels name whom they pass on, or which host was asked for. */
const forwardingHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
];

interface Peer {
  /** The other end is another process of this server, which has checked the request before. */
  isReader?: boolean;
}

/**
 * Whether a request comes from this machine and nobody passed it on: the other end of the connection and everybody
 * named by a proxy are loopback. `TRUST_PROXY` plays no part in it. `ownHost` checks the `Host` header.
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
 * Whether a request was passed on by a proxy that names nobody and calls us by a loopback `Host`, such as nginx with a
 * bare `proxy_pass`: it speaks HTTP/1.0, which no browser does, or its page says that it is at another host.
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

/** Refuses whatever is asked of a sample from elsewhere: everybody knows its passwords. */
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

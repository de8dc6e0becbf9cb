/** Request checks before Remix: each passes the request on or rejects it. */
import type { RequestHandler } from "express";
import { changesNothing, comesFromHere, ownOrigins } from "~/core/http/origin.server";
import { isDecodable } from "~/core/http/respond.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { addressOf } from "../address";
import { refuse } from "./refuse";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export const knownMethod: RequestHandler = (req, res, next) => {
  if (methods.includes(req.method)) return next();
  res.set("Allow", methods.join(", "));
  refuse(req, res, 405, "This site does not know that method.");
};

/** Rejects malformed URLs, which would throw during later parsing and decoding, or be taken for another host's. */
export const soundAddress: RequestHandler = (req, res, next) => {
  if (isPath(req.originalUrl) && isDecodable(req.path) && isPath(decodeURIComponent(req.path))) return next();
  refuse(req, res, 400, "This address is damaged. Check it for doubled slashes and stray percent signs.");
};

/**
 * Whether a URL is an absolute path. Parsers read two leading slashes (or `/\\`, or ones with a tab between) as a
 * host, which may fail to parse; React Router parses paths after decoding them.
 */
function isPath(address: string): boolean {
  const here = "http://here.invalid";
  return /^\/(?![/\\])/.test(address) && URL.canParse(address, here) && new URL(address, here).origin === here;
}

/** Rejects several Host headers, as RFC 9112 requires: a proxy may use the second, and Node keeps only the first. */
export const oneHost: RequestHandler = (req, res, next) => {
  if ((req.headersDistinct.host?.length ?? 0) <= 1) return next();
  refuse(req, res, 400, "This request names more than one host.");
};

/** Start of the message that rejects a request for another host. */
export const foreignHostText = "This site is not reached by that address.";

const ownHosts = new Set([...ownOrigins].map((origin) => new URL(origin).host));

/**
 * Requires the Host header to be ours, against DNS rebinding and junk that later code would throw on.
 * `X-Forwarded-Host` is always ignored: a proxy must pass on the Host header.
 */
export const ownHost: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  if (!/^https?$/i.test(req.protocol)) delete req.headers["x-forwarded-proto"]; // a trusted proxy may pass on a client's value
  if (isOwnHost(req.protocol, req.get("host"))) return next();
  refuse(
    req,
    res,
    400,
    `${foreignHostText} If it should be, set APP_URL to it, and let the proxy in front pass the Host header on.`,
  );
};

function isOwnHost(protocol: string, host = ""): boolean {
  if (ownHosts.has(host)) return true;
  const url = `${protocol}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) && ownHosts.has(new URL(url).host); // also matches "example.com:443" over https, and "EXAMPLE.com"
}

/**
 * Requires changes to come from our own pages; the guards check this again. Then removes the Origin header, because
 * Remix checks it too: it knows only one host name, treats HEAD as a change, and responds with a 500.
 */
export const sameOrigin: RequestHandler = (req, res, next) => {
  const allowed = changesNothing(req.method) || comesFromHere({ get: (name) => req.get(name) });
  if (!allowed)
    logSecurityEvent({ event: "cross-site", outcome: "failure", what: `${req.method} ${req.path.slice(0, 500)}` });
  if (!allowed)
    return refuse(
      req,
      res,
      403,
      "This was sent from another site, so nothing was changed. Open the page here and try again.",
    );
  delete req.headers.origin;
  next();
};

/**
 * Rejects `?_data=`, with which Remix 2 runs a single loader or action and bypasses its checks. No page of ours uses
 * it.
 */
export const noDataParameter: RequestHandler = (req, res, next) => {
  const { searchParams } = addressOf(req);
  if (!searchParams.has("_data")) return next();
  refuse(req, res, 400, "The parameter _data is not allowed here.");
};

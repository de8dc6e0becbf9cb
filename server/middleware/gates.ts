/** What a request must be like before Remix sees it. Each gate lets it pass or answers it. */
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

/** Further in, addresses are parsed and decoded: what cannot be would throw there, or be taken for another host's. */
export const soundAddress: RequestHandler = (req, res, next) => {
  if (isPath(req.originalUrl) && isDecodable(req.path) && isPath(decodeURIComponent(req.path))) return next();
  refuse(req, res, 400, "This address is damaged. Check it for doubled slashes and stray percent signs.");
};

/**
 * Whoever parses an address reads what stands after two slashes (or `/\\`, or with a tab between) as a host, and some
 * such hosts cannot be parsed at all. React Router parses paths after it has decoded them.
 */
function isPath(address: string): boolean {
  const here = "http://here.invalid";
  return /^\/(?![/\\])/.test(address) && URL.canParse(address, here) && new URL(address, here).origin === here;
}

/** Refuses two Host headers, as RFC 9112 asks: a proxy may go by the second, and Node keeps only the first. */
export const oneHost: RequestHandler = (req, res, next) => {
  if ((req.headersDistinct.host?.length ?? 0) <= 1) return next();
  refuse(req, res, 400, "This request names more than one host.");
};

/** Begins the refusal of a request that names another host than ours. */
export const foreignHostText = "This site is not reached by that address.";

const ownHosts = new Set([...ownOrigins].map((origin) => new URL(origin).host));

/**
 * The Host header must be ours. Without this, a stranger's name that points at this machine would be answered as if it
 * were ours (DNS rebinding), and junk would throw further in. `X-Forwarded-Host` is never believed: a proxy hands the
 * Host itself on.
 */
export const ownHost: RequestHandler = (req, res, next) => {
  delete req.headers["x-forwarded-host"];
  if (!/^https?$/i.test(req.protocol)) delete req.headers["x-forwarded-proto"]; // a proxy that is believed may hand on what it was sent
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
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) && ownHosts.has(new URL(url).host); // "example.com:443" over https, "EXAMPLE.com"
}

/**
 * A change must come from our own pages; the guards check the same again, whatever server they run under. The header
 * goes no further then: Remix looks at it too, knows us by one name only, takes HEAD for a change, and answers what it
 * dislikes with a 500.
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

/** Remix 2 runs a single loader or action for `?_data=`, past its own checks. Nothing of ours asks for that. */
export const noDataParameter: RequestHandler = (req, res, next) => {
  const { searchParams } = addressOf(req);
  if (!searchParams.has("_data")) return next();
  refuse(req, res, 400, "The parameter _data is not allowed here.");
};

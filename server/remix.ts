import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { byLikelyRoutes } from "./likely-routes";
import { withReferences } from "./references";

/** Remix as the last stop of the Express app. `build` is asked for on every request while developing. */
export function remixPages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  if (typeof build === "function") return pages(async () => withReferences(await build()));
  const pagesFor = byLikelyRoutes(withReferences(build), pages);
  return (req, res, next) => pagesFor(addressOf(req.originalUrl))(req, res, next);
}

function pages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler({
    build,
    getLoadContext: (req, res) => ({ nonce: res.locals.nonce, requestId: res.locals.requestId, address: req.ip ?? "", drawn: req.path.endsWith(".data") }),
  });
  return (req, res, next) => void handle(req, res, next);
}

/** As Remix reads it, which puts the origin before the address and parses the whole. */
const addressOf = (address: string) => new URL(`http://here.invalid${address}`);

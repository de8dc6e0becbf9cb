import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { withReferences } from "./references";

/** Remix as the last stop of the Express app. `build` is asked for on every request while developing. */
export function remixPages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler({
    build: typeof build === "function" ? async () => withReferences(await build()) : withReferences(build),
    getLoadContext: (req, res) => ({ nonce: res.locals.nonce, requestId: res.locals.requestId, address: req.ip ?? "", drawn: req.path.endsWith(".data") }),
  });
  return (req, res, next) => void handle(req, res, next);
}

import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { forgetAdmitted } from "~/core/http/request-context.server";
import { addressOf, isData } from "./address";
import { withFormOwners } from "./form-owners";
import { byLikelyRoutes } from "./likely-routes";
import { withReferences } from "./references";
import { sendAnswer, webRequest } from "./remix-http";

/** Returns the Remix handler. In development `build` is a function that is called for each request. */
export function remixPages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  if (typeof build === "function") return pages(async () => answering(await build()));
  const pagesFor = byLikelyRoutes(answering(build), pages);
  return (req, res, next) => pagesFor(addressOf(req))(req, res, next);
}

/** Wraps the loaders and actions of the build. */
const answering = (build: ServerBuild) => withReferences(withFormOwners(build));

function pages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  const answer = async (req: Request, res: Response) => {
    const { nonce, requestId } = res.locals;
    const context = { nonce, requestId, address: req.ip ?? "", drawn: isData(addressOf(req).pathname) };
    const request = webRequest(req, res);
    try {
      await sendAnswer(res, await handle(request, context));
    } finally {
      // If the client left early, its work continues and must still be authorized. (A response that is
      // ended on a closed connection also counts as finished.)
      if (res.writableFinished && !request.signal.aborted) forgetAdmitted();
    }
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { forgetAdmitted } from "~/core/http/request-context.server";
import { addressOf, isData } from "./address";
import { withFormOwners } from "./form-owners";
import { byLikelyRoutes } from "./likely-routes";
import { withReferences } from "./references";
import { sendAnswer, webRequest } from "./remix-http";

/** Remix as the last stop of the Express app. `build` is asked for on every request while developing. */
export function remixPages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  if (typeof build === "function") return pages(async () => answering(await build()));
  const pagesFor = byLikelyRoutes(answering(build), pages);
  return (req, res, next) => pagesFor(addressOf(req))(req, res, next);
}

/** The build with what stands around each of its loaders and actions. */
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
      // Who leaves before has what they began go on, and it is still asked of it whether they may. (An answer that is
      // ended on a closed connection counts as finished too.)
      if (res.writableFinished && !request.signal.aborted) forgetAdmitted();
    }
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

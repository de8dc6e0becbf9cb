import { data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { isDiskFull } from "db/connection";
import { log } from "~/lib/log.server";
import { isApi } from "~/lib/respond.server";
import { diskIsFull } from "~/lib/respond.server";

/** Shown for what nobody foresaw; the reference leads to its line in the log. */
const unforeseen = "Something went wrong on our side.";

/**
 * The same build, in which an unforeseen error of a loader or action is logged with its stack and becomes a 500 (a 503
 * where the disk is full) with a sentence and a reference. What is thrown on purpose (a redirect, a 404) passes. Answers that do not say how long they
 * may be kept, such as those of `/api`, are kept by nobody; pages see to that themselves.
 */
export function withReferences(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: referenced(loader, id) }),
      ...(action && { action: referenced(action, id) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function referenced<Args extends LoaderFunctionArgs, Result>(act: (args: Args) => Result, route: string) {
  return async (args: Args): Promise<Awaited<Result>> => {
    try {
      return keptByNobody(await act(args));
    } catch (error) {
      if (isOnPurpose(error) || args.request.signal.aborted) throw keptByNobody(error);
      const reference = args.context.requestId;
      const [message, status] = isDiskFull(error) ? [diskIsFull, 503] : [unforeseen, 500];
      log.error({ err: error, id: reference, route }, "unexpected error");
      const { pathname } = new URL(args.request.url);
      if (isApi(pathname)) throw keptByNobody(Response.json({ message, reference }, { status }));
      throw data({ message, reference }, { status });
    }
  };
}

function keptByNobody<Result>(result: Result): Result {
  if (result instanceof Response && !result.headers.has("Cache-Control")) result.headers.set("Cache-Control", "no-store");
  return result;
}

function isOnPurpose(error: unknown): boolean {
  return error instanceof Response || (error as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

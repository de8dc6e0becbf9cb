import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import {
  listUnsent,
  type Refusal as RefusalData,
  refusedForm,
  sentForm,
  typedFieldsIn,
} from "~/core/conflict/unsent.server";
import { asTyped } from "~/core/form/form-state";
import { QueueFull } from "~/core/process/fair-queue.server";
import { log } from "~/core/process/log.server";
import { isApi, writeFailureMessage } from "~/core/http/respond.server";
import { changesNothing } from "~/core/http/origin.server";
import { keepFormOnNetworkError } from "~/core/form/network-error";

/** When to try again where a queue was full: it empties soon. */
const retrySeconds = "5";

/** Shown for what nobody foresaw; the reference leads to its line in the log. */
const unforeseen = "Something went wrong on our side.";

/**
 * The same build, in which an unforeseen error of a loader or action is logged with its stack and becomes a 500 (a 503
 * where the database takes no change) with a sentence and a reference. A form that the database did not take is shown
 * again as it was typed. What is thrown on purpose (a redirect, a 404) passes. Answers that do not say how long they
 * may be kept, such as those of `/api`, are kept by nobody; pages see to that themselves.
 *
 * A refusal of a form comes with what was typed into it: a page that has nothing left to show the form on says so, and
 * shows that to copy.
 *
 * A route without a page (a file, `/api`) has nothing to show a refusal on, and Remix would say "Unexpected Server
 * Error" in its place: there the sentence itself is the answer, also to a method that the route does not take.
 */
export function withReferences(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { default: page, ErrorBoundary, loader, action } = route.module;
    const bare = !page && !ErrorBoundary;
    const read = loader ?? (bare ? refusing("POST, PUT, PATCH, DELETE") : undefined);
    const change = action ?? (bare ? refusing("GET, HEAD") : undefined);
    const module = {
      ...route.module,
      ...(read && { loader: referenced(read, id, bare) }),
      ...(change && {
        action: referenced(
          route.module.clientAction === keepFormOnNetworkError ? keepingForm(change) : change,
          id,
          bare,
        ),
      }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

type Refusal = ReturnType<typeof data<RefusalData | null>>;

function referenced<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  act: (args: Args) => Result,
  route: string,
  bare: boolean,
) {
  return async (args: Args): Promise<Awaited<Result>> => {
    try {
      return keptByNobody(await act(args));
    } catch (error) {
      if (error instanceof Response || args.request.signal.aborted) throw keptByNobody(error);
      const refusal = isRefusal(error) ? error : foundOut(error, args, route);
      const { pathname } = new URL(args.request.url);
      if (isApi(pathname)) throw keptByNobody(Response.json(refusal.data, refusal.init ?? {}));
      if (bare && !args.context.drawn) throw keptByNobody(asText(refusal));
      throw changesNothing(args.request.method) ? refusal : await withUnsent(refusal, args.request);
    }
  };
}

/** Adds what was typed into the refused form, as far as there is something; a 404 says besides how that came. */
async function withUnsent(refusal: Refusal, request: Request): Promise<Refusal> {
  const form = refusal.data?.unsent ? undefined : await refusedForm(request);
  if (!form || typedFieldsIn(form, request).length === 0) return refusal;
  const status = refusal.init?.status;
  const message = refusal.data?.message?.replace(/\.$/, "");
  const gone = `${message ?? "This page is not here"}. It was removed, or is no longer open to you, so nothing was saved.`;
  return listUnsent(form, request, { ...refusal.data, ...(status === 404 && { message: gone }) }, refusal.init);
}

/** Logs what nobody foresaw. */
function foundOut(error: unknown, { context }: LoaderFunctionArgs, route: string): Refusal {
  const reference = context.requestId;
  const why = writeFailureMessage(error);
  if (error instanceof QueueFull) {
    log.warn({ id: reference, route, why }, "refused: too many ask for the same");
    return data({ message: why }, { status: 503, headers: { "Retry-After": retrySeconds } });
  }
  log.error({ err: error, id: reference, route }, "unexpected error");
  return data({ message: why ?? unforeseen, reference }, { status: why ? 503 : 500 });
}

/**
 * An action of a page that shows its form again, see `keepFormOnNetworkError`: so it does where the database takes no
 * change, also without scripts. Files are not kept.
 */
function keepingForm(act: (args: ActionFunctionArgs) => unknown) {
  return async (args: ActionFunctionArgs): Promise<unknown> => {
    const { request, context } = args;
    try {
      return await act(args);
    } catch (error) {
      const why = writeFailureMessage(error);
      const form = why && (await sentForm(request));
      if (!form) throw error;
      const isFull = error instanceof QueueFull;
      if (isFull) log.warn({ id: context.requestId, why }, "refused: too many ask for the same");
      else log.error({ err: error, id: context.requestId }, "the database takes no change");
      return data(
        { form: asTyped(form, why) },
        { status: 503, headers: isFull ? { "Retry-After": retrySeconds } : {} },
      );
    }
  };
}

/** Answers a method that a route does not take. */
function refusing(allowed: string) {
  return () => {
    throw data({ message: `Use one of ${allowed} here` }, { status: 405, headers: { Allow: allowed } });
  };
}

function asText({ data, init }: Refusal): Response {
  const headers = new Headers(init?.headers);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  const sentences = [data?.message ?? "This did not work.", data?.reference && `Reference: ${data.reference}`];
  return new Response(`${sentences.filter(Boolean).join(" ")}\n`, { ...init, headers });
}

function keptByNobody<Result>(result: Result): Result {
  if (result instanceof Response && !result.headers.has("Cache-Control"))
    result.headers.set("Cache-Control", "no-store");
  return result;
}

/** What `data()` makes, thrown on purpose. */
function isRefusal(error: unknown): error is Refusal {
  return (error as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

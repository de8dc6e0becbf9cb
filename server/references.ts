import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import {
  listUnsent,
  type Refusal as RefusalData,
  refusedForm,
  sentForm,
  typedFieldsIn,
} from "~/core/pages/unsent.server";
import { formStateWith } from "~/core/form/form-state";
import { QueueFull } from "~/core/process/fair-queue.server";
import { log } from "~/core/process/log.server";
import { isApi, writeFailureMessage } from "~/core/http/respond.server";
import { changesNothing } from "~/core/http/origin.server";
import { keepFormOnNetworkError } from "~/core/form/network-error";

/** `Retry-After` for a full queue, which empties quickly. */
const retrySeconds = "5";

/** Message for unexpected errors; the reference identifies the log entry. */
const unexpectedErrorMessage = "Something went wrong on our side.";

/**
 * Wraps every loader and action: logs unexpected errors and turns them into a 500, or a 503 if the database cannot be
 * written, with a message and a reference. Refused forms are returned with the typed text, routes without a page
 * respond in plain text, and responses without a `Cache-Control` header get `no-store`.
 */
export function withReferences(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { default: page, ErrorBoundary, loader, action } = route.module;
    const bare = !page && !ErrorBoundary;
    const read = loader ?? (bare ? methodNotAllowed("POST, PUT, PATCH, DELETE") : undefined);
    const change = action ?? (bare ? methodNotAllowed("GET, HEAD") : undefined);
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
      return withoutCaching(await act(args));
    } catch (error) {
      if (error instanceof Response || args.request.signal.aborted) throw withoutCaching(error);
      const refusal = isRefusal(error) ? error : unexpectedErrorResponse(error, args, route);
      const { pathname } = new URL(args.request.url);
      if (isApi(pathname)) throw withoutCaching(Response.json(refusal.data, refusal.init ?? {}));
      if (bare && !args.context.drawn) throw withoutCaching(asText(refusal));
      throw changesNothing(args.request.method) ? refusal : await withUnsent(refusal, args.request);
    }
  };
}

/**
 * Adds the typed text of the refused form, if there is any. For a 404, the message also explains that nothing was
 * saved.
 */
async function withUnsent(refusal: Refusal, request: Request): Promise<Refusal> {
  const form = refusal.data?.unsent ? undefined : await refusedForm(request);
  if (!form || typedFieldsIn(form, request).length === 0) return refusal;
  const status = refusal.init?.status;
  const message = refusal.data?.message?.replace(/\.$/, "");
  const gone = `${message ?? "This page is not here"}. It was removed, or is no longer open to you, so nothing was saved.`;
  return listUnsent(form, request, { ...refusal.data, ...(status === 404 && { message: gone }) }, refusal.init);
}

/** Logs an unexpected error and returns the response for it. */
function unexpectedErrorResponse(error: unknown, { context }: LoaderFunctionArgs, route: string): Refusal {
  const reference = context.requestId;
  const reason = writeFailureMessage(error);
  if (error instanceof QueueFull) {
    log.warn({ id: reference, route, why: reason }, "refused: too many ask for the same");
    return data({ message: reason }, { status: 503, headers: { "Retry-After": retrySeconds } });
  }
  log.error({ err: error, id: reference, route }, "unexpected error");
  return data({ message: reason ?? unexpectedErrorMessage, reference }, { status: reason ? 503 : 500 });
}

/**
 * Wraps an action whose page shows its form again (see `keepFormOnNetworkError`): if the database cannot be written,
 * returns the form as typed, without files.
 */
function keepingForm(act: (args: ActionFunctionArgs) => unknown) {
  return async (args: ActionFunctionArgs): Promise<unknown> => {
    const { request, context } = args;
    try {
      return await act(args);
    } catch (error) {
      const reason = writeFailureMessage(error);
      const form = reason && (await sentForm(request));
      if (!form) throw error;
      const isFull = error instanceof QueueFull;
      if (isFull) log.warn({ id: context.requestId, why: reason }, "refused: too many ask for the same");
      else log.error({ err: error, id: context.requestId }, "the database takes no change");
      return data(
        { form: formStateWith(form, reason) },
        { status: 503, headers: isFull ? { "Retry-After": retrySeconds } : {} },
      );
    }
  };
}

/** Returns a handler that rejects a method with a 405. */
function methodNotAllowed(allowed: string) {
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

function withoutCaching<Result>(result: Result): Result {
  if (result instanceof Response && !result.headers.has("Cache-Control"))
    result.headers.set("Cache-Control", "no-store");
  return result;
}

/** Whether the error was made by `data()` and thrown on purpose. */
function isRefusal(error: unknown): error is Refusal {
  return (error as { type?: unknown } | null)?.type === "DataWithResponseInit";
}

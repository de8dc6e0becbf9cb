import type { AppLoadContext, EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { withLateScripts } from "~/core/http/late-scripts.server";
import { NonceProvider } from "~/core/http/nonce";
import { requestContext } from "~/core/http/request-context.server";
import { WholeResponse } from "~/core/http/whole-response.server";
import { log } from "~/core/process/log.server";
import { Drawings } from "~/ui/chart/drawings";
import "~/resources.server";

/** Timeout of a page's slowest part, in milliseconds. */
export const streamTimeout = 5_000;

/**
 * Renders the whole page at once, because no loader is slow: React's streaming renderer would cost a fifth more. The
 * loaders' data, which Remix would stream by Suspense, are appended as text.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const nonce = context?.nonce;
  const { serverHandoffStream: data, ...rest } = remix;
  const script = data ? `<script nonce="${nonce}">${handOver(await new Response(data).text())}</script>` : "";
  const drawings = requestContext()?.drawings;
  const html =
    "<!DOCTYPE html>" +
    renderToString(
      <NonceProvider value={nonce}>
        <Drawings.Provider value={drawings}>
          <RemixServer context={rest} url={request.url} nonce={nonce} />
        </Drawings.Provider>
      </NonceProvider>,
    );
  drawings?.clear(); // kept-alive connections would retain them
  keepPrivate(headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // In production only: development uses element names that React compares, and Vite's own scripts.
  const page = import.meta.env.PROD && nonce ? withLateScripts(html, nonce, script) : html + script;
  return new WholeResponse(Buffer.from(page), { headers, status });
}

/** Returns the script that passes the data to the stream of `<Scripts>`, as Remix's own `StreamTransfer` would. */
function handOver(data: string) {
  const stream = "window.__remixContext.streamController";
  return `${stream}.enqueue(${JSON.stringify(data).replaceAll("<", "\\u003c")});${stream}.close();`;
}

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  keepPrivate(response.headers);
  return response;
};

/** Forbids caching by default, so that a signed-in user's pages are gone after the session. */
function keepPrivate(headers: Headers) {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/**
 * Logs unexpected errors. Refusals (404, 403 …) come here too and are skipped, as are errors that the server has
 * already logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  log.error({ err: error, id: context?.requestId, path: new URL(request.url).pathname }, "unexpected error");
};

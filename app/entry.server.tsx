import type { AppLoadContext, EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { withLateScripts } from "~/core/http/late-scripts.server";
import { NonceProvider } from "~/core/http/nonce";
import { requestContext } from "~/core/http/request-context.server";
import { log } from "~/core/process/log.server";
import { Drawings } from "~/ui/chart/drawings";
import "~/resources.server";

/** How long a page may wait for its slowest part, in milliseconds. */
export const streamTimeout = 5_000;

/**
 * Pages wait for nothing slow, so each is drawn and sent in one piece: React's streaming renderer, made for pages that
 * come in parts, would cost a fifth more. The loaders' data, which Remix would stream behind the page by Suspense,
 * follow it as text.
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
  const html = renderToString(
    <NonceProvider value={nonce}>
      <Drawings.Provider value={drawings}>
        <RemixServer context={rest} url={request.url} nonce={nonce} />
      </Drawings.Provider>
    </NonceProvider>,
  );
  drawings?.clear(); // connections outlive their requests, and hold what went with them
  keepPrivate(headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const page = `<!DOCTYPE html>${html}${script}`;
  // In development React compares what elements are called, and Vite has scripts of its own.
  const whole = import.meta.env.PROD && nonce ? withLateScripts(page, nonce) : page;
  return new Response(Buffer.from(whole), { headers, status }); // as bytes: of a text it makes two more copies
}

/** Gives the data to the stream that `<Scripts>` opened; what Remix's own `StreamTransfer` writes. */
function handOver(data: string) {
  const stream = "window.__remixContext.streamController";
  return `${stream}.enqueue(${JSON.stringify(data).replaceAll("<", "\\u003c")});${stream}.close();`;
}

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  keepPrivate(response.headers);
  return response;
};

/** What a signed-in person sees is kept by nobody on the way, and is gone with the session. */
function keepPrivate(headers: Headers) {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/**
 * Refusals (404, 403 …) come through here too, and what the server wrapped is in the log already: only new bugs are
 * logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  log.error({ err: error, id: context?.requestId, path: new URL(request.url).pathname }, "unexpected error");
};

import { PassThrough } from "node:stream";
import { buffer as readAll } from "node:stream/consumers";
import type { AppLoadContext, EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceProvider } from "~/lib/nonce";
import { log } from "~/lib/log.server";

/** How long a page may wait for its slowest part, in milliseconds. */
export const streamTimeout = 5_000;

/** Pages wait for nothing slow, so each is sent in one piece: its many small ones would cost a fifth more. */
export default function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext, context: AppLoadContext) {
  const nonce = context?.nonce;
  keepPrivate(headers);
  const app = (
    <NonceProvider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
    </NonceProvider>
  );
  return new Promise<Response>((resolve, reject) => {
    const page = renderToPipeableStream(app, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        headers.set("Content-Type", "text/html; charset=utf-8");
        void readAll(page.pipe(new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER }))).then((html) => resolve(new Response(html, { headers, status })), reject);
      },
      onShellError: reject,
      onError(error) {
        if (!request.signal.aborted) log.error({ err: error, id: context?.requestId, path: new URL(request.url).pathname }, "a page could not be drawn");
      },
    });
    const timer = setTimeout(() => page.abort(), streamTimeout + 1_000);
    timer.unref();
  });
}

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  keepPrivate(response.headers);
  return response;
};

/** What a signed-in person sees is kept by nobody on the way, and is gone with the session. */
function keepPrivate(headers: Headers) {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/** Refusals (404, 403 …) come through here too, and what the server wrapped is in the log already: only new bugs are logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  log.error({ err: error, id: context?.requestId, path: new URL(request.url).pathname }, "unexpected error");
};

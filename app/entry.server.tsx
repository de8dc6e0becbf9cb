import { PassThrough } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext, type HandleDataRequestFunction, type HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { NonceProvider } from "~/lib/nonce";
import { log } from "~/lib/log.server";

/** How long a page may wait for its slowest part, in milliseconds. */
export const streamTimeout = 5_000;

export default function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext, context: AppLoadContext) {
  const nonce = context?.nonce;
  keepPrivate(headers);
  const app = (
    <NonceProvider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
    </NonceProvider>
  );
  return new Promise<Response>((resolve, reject) => {
    // Robots wait for the whole page; people see its shell at once.
    const readyEvent = isbot(request.headers.get("User-Agent")) ? "onAllReady" : "onShellReady";
    const page = renderToPipeableStream(app, {
      nonce,
      [readyEvent]() {
        headers.set("Content-Type", "text/html; charset=utf-8");
        const body = new PassThrough();
        body.on("close", () => clearTimeout(timer));
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        page.pipe(body);
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

import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { config } from "config";
import { log } from "~/core/process/log.server";
import { cameFrom } from "~/core/http/origin.server";
import { inContext } from "~/core/http/request-context.server";
import { addressOf, isData } from "./address";
import { bodyLimits } from "./middleware/body-limits";
import { plainAddresses } from "./middleware/forwarded";
import { knownMethod, noDataParameter, oneHost, ownHost, sameOrigin, soundAddress } from "./middleware/gates";
import { securityHeaders } from "./middleware/headers";
import { identify } from "./middleware/identify";
import { readersFirst } from "./middleware/readers-first";
import { refuse } from "./middleware/refuse";
import { retryAfter } from "./middleware/retry-after";
import { endSlowUploads } from "./middleware/slow-uploads";
import { cutOffStalled } from "./middleware/stalled";
import { keepSampleLocal } from "./middleware/this-machine";
import { scheduleFairly } from "./middleware/fair-scheduling";

interface Parts {
  /** Handles what the earlier middleware lets through: Remix. */
  pages: RequestHandler;
  /** Serves the browser files of the build. */
  files: RequestHandler;
  health: RequestHandler;
  /** Forwards requests that this process does not handle to the writer process. */
  handOver?: RequestHandler;
  /** Whether requests come from other processes of this server, which forward them along with the client's address. */
  isBehindReaders?: boolean;
  /** Records page visits after the response. */
  visits?: RequestHandler;
  development?: boolean;
  /** How long a client may read nothing of a response before it is disconnected, in milliseconds. */
  stallLimit?: number;
  /** Span over which the rate of an upload is measured, in milliseconds. */
  uploadSpan?: number;
}

/**
 * Creates the app; middleware runs from top to bottom. `/health` comes before the Host check because probes use the
 * machine's address.
 */
export function createApp({
  pages,
  files,
  health,
  handOver,
  visits,
  development,
  stallLimit,
  uploadSpan,
  isBehindReaders,
}: Parts) {
  const app = express();
  app.set("trust proxy", isBehindReaders ? 1 : config.trustProxy);

  app.use(plainAddresses);
  app.use(readersFirst);
  app.use(identify);
  app.use(cutOffStalled(stallLimit));
  app.use(endSlowUploads(uploadSpan));
  app.use(retryAfter);
  app.use(securityHeaders(config, { development }));
  app.use(knownMethod);
  app.use(oneHost);
  app.use(keepSampleLocal({ isReader: isBehindReaders }));
  app.get("/health", handOver ?? health);
  app.use(soundAddress);
  app.use(ownHost);
  app.use(files);
  app.use(noDataParameter);
  app.use(bodyLimits);
  if (handOver) app.use(handOver); // before sameOrigin, which removes the header that it checks
  app.use(sameOrigin);
  app.use(gzip());
  app.use((req, res, next) => {
    const context = {
      searches: [],
      isFromThisMachine: res.locals.isFromThisMachine,
      cameFrom: () => cameFrom(req.get("Referer"), req.originalUrl),
      onChange: handOver && warnOfWrite(req.path),
      onClose: (act: () => void) => (res.closed ? act() : void res.locals.whenClosed.push(act)),
      drawings: isData(addressOf(req).pathname) ? undefined : new Map<string, string>(),
    };
    inContext(context, next);
  });
  app.use(scheduleFairly);
  if (visits) app.use(visits);
  app.use(pages);
  app.use(failure);
  return app;
}

/**
 * Returns a function that logs a write on a reader process. The data is safe, but rate limits and queues live in the
 * writer.
 */
const warnOfWrite = (path: string) => () => log.warn({ path }, "an address that readers answer changes the database");

/** Compresses pages with gzip only: brotli would cost two thirds of the throughput. */
function gzip(): RequestHandler {
  const pack = compression();
  return (req, res, next) => {
    req.headers["accept-encoding"] = req.acceptsEncodings("gzip") ? "gzip" : "identity";
    pack(req, res, next);
  };
}

/** Handles errors that nothing else has handled. Express recognizes an error handler by its four parameters. */
const failure: ErrorRequestHandler = (error: Error & { status?: number }, req, res, _next) => {
  const { requestId } = res.locals;
  const clientsFault = error.status !== undefined && error.status < 500;
  if (!clientsFault) log.error({ err: error, id: requestId, path: req.path }, "unexpected error");
  if (res.headersSent) return void res.destroy();
  if (clientsFault) return refuse(req, res, error.status!, "This request could not be understood.");
  refuse(req, res, 500, `Something went wrong on our side. Reference: ${requestId}`);
};

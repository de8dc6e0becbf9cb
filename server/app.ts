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
  /** Answers what is left after the gates: Remix. */
  pages: RequestHandler;
  /** Serves the files that the build made for browsers. */
  files: RequestHandler;
  health: RequestHandler;
  /** Hands what is not for this process to another one. */
  handOver?: RequestHandler;
  /** It answers other processes of this server, which hand over requests and say whose they are. */
  isBehindReaders?: boolean;
  /** Sees what the pages answered. */
  visits?: RequestHandler;
  development?: boolean;
  /** How long somebody may take nothing of an answer, in milliseconds. */
  stallLimit?: number;
  /** Over how long a span the rate of an upload is measured, in milliseconds. */
  uploadSpan?: number;
}

/**
 * The way of every request, from top to bottom. Probes ask for `/health` by the machine's address, so that stands
 * before the Host check.
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
  if (handOver) app.use(handOver); // before the next, which lets the header go no further that it looks at
  app.use(sameOrigin);
  app.use(gzip());
  app.use((req, res, next) => {
    const context = {
      searches: [],
      isFromThisMachine: res.locals.isFromThisMachine,
      cameFrom: () => cameFrom(req.get("Referer"), req.originalUrl),
      onChange: handOver && misplaced(req.path),
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

/** A process that reads changed the database: nothing is lost by it, but its writer has limits and turns that count. */
const misplaced = (path: string) => () => log.warn({ path }, "an address that readers answer changes the database");

/** Pages are packed with gzip only: packing them with brotli takes two thirds of the throughput. */
function gzip(): RequestHandler {
  const pack = compression();
  return (req, res, next) => {
    req.headers["accept-encoding"] = req.acceptsEncodings("gzip") ? "gzip" : "identity";
    pack(req, res, next);
  };
}

/** What nothing else has answered. Four parameters make Express see that it is for errors. */
const failure: ErrorRequestHandler = (error: Error & { status?: number }, req, res, _next) => {
  const { requestId } = res.locals;
  const clientsFault = error.status !== undefined && error.status < 500;
  if (!clientsFault) log.error({ err: error, id: requestId, path: req.path }, "unexpected error");
  if (res.headersSent) return void res.destroy();
  if (clientsFault) return refuse(req, res, error.status!, "This request could not be understood.");
  refuse(req, res, 500, `Something went wrong on our side. Reference: ${requestId}`);
};

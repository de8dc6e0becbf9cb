import { type DestinationStream, pino, stdSerializers } from "pino";
import { config } from "config";

const secrets = ["password", "token", "code", "cookie", "authorization"];

/** Keeps an error's own code, such as `SQLITE_FULL`; other values named `code` are secrets. */
const isErrorCode = (path: string[]) => path[0] === "err" && path.at(-1) === "code";

/**
 * Creates a log that writes one JSON object per line to `destination`, by default standard output. Errors include their
 * causes.
 */
export const makeLog = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      base: config.workers > 1 ? { pid: process.pid } : undefined, // identifies the worker process
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: stdSerializers.errWithCause },
      redact: {
        paths: ["err.code", ...secrets.flatMap((name) => [name, `*.${name}`])], // listed separately, so that the censor gets its full path
        censor: (value: unknown, path) => (isErrorCode(path) ? value : "[Redacted]"),
      },
    },
    destination,
  );

/** The log. Never pass it bodies, cookies, tokens or passwords. */
export const log = makeLog(config.logLevel);

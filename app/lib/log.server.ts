import { pino } from "pino";
import { config } from "config";

/** The log: one JSON object for each line on standard output. Never give it bodies, cookies, tokens or passwords. */
export const log = pino({
  level: config.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ["password", "token", "code", "cookie", "authorization", "*.password", "*.token", "*.code", "*.cookie", "*.authorization"],
});

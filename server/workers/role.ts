/**
 * The role of this process if several serve together (`WORKERS`). The writer makes all changes and runs what must exist
 * once (jobs, mails, timers, rate limits, live streams); readers handle read-only requests and forward everything else,
 * since SQLite allows one write at a time anyway.
 */
export type Role = "alone" | "writer" | "reader";

/** Set by the supervisor, see `supervise.ts`. */
export const roleVariable = "PORTICO_ROLE";
export const writerVariable = "PORTICO_WRITER";

export const role = (process.env[roleVariable] as Role | undefined) ?? "alone";

/** Socket (in a private folder) or pipe on which the writer listens for readers. */
export const writerSocket = process.env[writerVariable] ?? "";

/** Messages between the supervisor and the processes. */
export type FromWorker =
  { started: unknown } | { updating: true } | { taken: number } | { act: string; args: unknown[] };
export type ToWorker = "end streams" | "stop" | { connection: number } | { act: string; args: unknown[] };

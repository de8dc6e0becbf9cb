/**
 * What this process does, where several serve together (`WORKERS`). One of them, the writer, changes the database, and
 * has all that only one process may have: jobs, mails, the timer, limits, live streams. The others answer what only
 * reads, and hand everything else to it. SQLite takes one change at a time, so that slows nothing down; and what one
 * process remembers need not be shared.
 */
export type Role = "alone" | "writer" | "reader";

/** Set by the process that starts the others, see `supervise.ts`. */
export const roleVariable = "PORTICO_ROLE";
export const writerVariable = "PORTICO_WRITER";

export const role = (process.env[roleVariable] as Role | undefined) ?? "alone";

/** Where the writer listens for the readers: a socket in a folder of its own, or a pipe. */
export const writerSocket = process.env[writerVariable] ?? "";

/** What the processes tell each other. */
export type FromWorker =
  { started: unknown } | { updating: true } | { taken: number } | { act: string; args: unknown[] };
export type ToWorker = "end streams" | "stop" | { connection: number } | { act: string; args: unknown[] };

/** Startup work of a server: preparing the database, and resuming interrupted work. */
import { config } from "config";
import { needsMigration, prepareDatabase } from "db/migrate";
import { takeServerPlace } from "db/one-server";
import { deleteUnfinishedRows } from "~/core/import/imports.server";
import { takeUpInterrupted } from "~/maintenance/interrupted.server";
import { log } from "~/core/process/log.server";
import { startSender } from "~/core/mail/sender.server";
import { answerWhileUpdating, printProgress } from "./updating";
import { role } from "./workers/role";
import { sayUpdating } from "./workers/worker";

/**
 * Takes the server lock (unless a supervisor holds it) and migrates the database. Throws errors with a message for
 * people.
 */
export async function prepare() {
  if (role === "alone") takeServerPlace(config.databaseFile);
  const prepared = needsMigration(config.databaseFile) ? await update() : await prepareDatabase();
  for (const sentence of prepared.mended) log.warn(sentence);
  await deleteUnfinishedRows().catch((error: unknown) =>
    log.error({ err: error }, "the rows of files that were not read to their end could not be deleted"),
  );
  return prepared;
}

/** Migrates an older database and prints the progress; the port responds with 503 meanwhile. */
async function update() {
  const progress = printProgress((line) => void process.stdout.write(`${line}\n`));
  if (role === "writer") {
    sayUpdating(); // the supervisor owns the port
    return prepareDatabase(progress);
  }
  const stopAnswering = await answerWhileUpdating(config);
  try {
    return await prepareDatabase(progress);
  } finally {
    await stopAnswering();
  }
}

/** Resumes interrupted jobs and queued mails. Does not keep the process alive. */
export function takeUpWork() {
  void takeUpInterrupted();
  startSender();
}

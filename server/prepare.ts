/** What a server does before it answers, whichever way it is started, and what it takes up once it may work. */
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
 * Takes the database for this server alone, unless the first of its processes has, and brings it up to date. Throws
 * errors with a sentence for people.
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

/** Brings an older database up to date, which is printed, and which the port answers with 503 meanwhile. */
async function update() {
  const progress = printProgress((line) => void process.stdout.write(`${line}\n`));
  if (role === "writer") {
    sayUpdating(); // the port is the first process's
    return prepareDatabase(progress);
  }
  const stopAnswering = await answerWhileUpdating(config);
  try {
    return await prepareDatabase(progress);
  } finally {
    await stopAnswering();
  }
}

/** Takes up what the last server left: work in the middle, and mails that wait. Does not keep the process alive. */
export function takeUpWork() {
  void takeUpInterrupted();
  startSender();
}

/** Runs dry runs and imports as background jobs, one at a time per file. */
import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { and, eq } from "drizzle-orm";
import { db } from "db";
import { type Import, imports, type User, users } from "db/schema";
import { howMany } from "~/core/values/noun";
import { log } from "~/core/process/log.server";
import { type Person, RuleViolation } from "~/core/resource/act.server";
import type { Reader } from "~/core/list/reach.server";
import { jobOfBatch } from "~/core/jobs/job-records.server";
import { runningJob as runUnder, type Progress, type Job, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { inWorker } from "~/core/jobs/worker.server";
import { applyImport } from "./apply.server";
import type { Importer } from "./importer.server";
import { importerFor } from "./importers.server";
import { importOf } from "./imports.server";
import { type Failed, rollBack } from "./roll-back.server";
import { dryRunImport } from "./dry-run.server";

const keyOf = ({ id }: Pick<Import, "id">) => `import ${id}`;

/** Returns the running job of a user's file. */
export const runningImport = (me: Pick<User, "id">, file: Pick<Import, "id">): Job | undefined =>
  runUnder(me, keyOf(file));

/**
 * Returns a user's own file that has no running job. Redirects to the job if there is one; throws a 404, or a 422 if
 * the import was interrupted and is not undone yet.
 */
export async function fileAtRest(me: Reader, id: string | undefined): Promise<Import> {
  const file = await importOf(me, id);
  const run = runningImport(me, file);
  if (run) throw redirect(`/jobs/${run.id}`, 303);
  if (file.state === "importing")
    throw data(
      {
        message: `The import of ${file.name} stopped in the middle, and what it had done could not be undone yet. That is tried again every hour, and when the server is started anew.`,
      },
      422,
    );
  return file;
}

const hrefOf = ({ id }: Pick<Import, "id">) => `/import/${id}`;

interface ImportRequest {
  by: Person;
  file: Import;
}

const dryRunTask = inWorker<ImportRequest>("trial", async ({ by, file }, progress) => {
  await dryRunImport(by, importerFor(file.entity), file, progress);
  return { text: "", to: `${hrefOf(file)}/rows` };
});

/**
 * Starts a dry run with the file's columns as given. Returns the running job if there is one, which may use another
 * mapping.
 */
export function startDryRun({ id, name }: User, file: Import): Job {
  const by = { id, name };
  return startJob(
    by,
    { key: keyOf(file), title: `Trying ${file.name}`, back: hrefOf(file), total: file.rows },
    (progress) => dryRunTask({ by, file }, file.rows, progress),
  );
}

const importTask = inWorker<ImportRequest & { batch: string }>("import", async ({ by, file, batch }, progress) => {
  const importer = importerFor(file.entity);
  const done = await applyImport(by, importer, file, batch, progress);
  if (!done)
    return {
      text: `${stopReason()} What was imported by then is undone when the server starts again.`,
      tone: "error",
      to: hrefOf(file),
      unfinished: true,
    };
  return {
    text: `${file.name}: ${summary(importer, done)}`,
    undo: done.creates + done.changes > 0 ? batch : undefined,
    to: importer.path,
  };
});

const rollBackTask = inWorker<ImportRequest & Failed>("roll an import back", ({ by, file, ...failed }, progress) =>
  rollBack(by, importerFor(file.entity), file, failed, progress),
);

/** Starts the import, or returns the running job. If it fails, it is undone, and the dry run is repeated. */
export function startImport({ id, name }: User, file: Import): Job {
  const by = { id, name };
  const batch = randomUUID();
  const total = file.creates + file.changes;
  return startJob(
    by,
    { key: keyOf(file), title: `Importing ${file.name}`, back: `${hrefOf(file)}/rows`, total, batch },
    (progress) =>
      importTask({ by, file, batch }, total, progress).catch((error: unknown) =>
        undoFailed({ by, file, batch, why: failureMessage(error) }, progress),
      ),
  );
}

function failureMessage(error: unknown): string {
  if (error instanceof RuleViolation) return error.message;
  log.error({ err: error }, "an import failed");
  return "Something went wrong here.";
}

function undoFailed(importRequest: ImportRequest & Failed, progress: Progress) {
  const total = importRequest.file.creates + importRequest.file.changes;
  progress(0, total, `Undoing the import of ${importRequest.file.name}`);
  return rollBackTask(importRequest, total, progress);
}

/**
 * Undoes interrupted imports as the jobs they were: at startup, and later those that could not be undone before. Call
 * it only in the server, as other processes do not know its running jobs; `reason` says in a sentence how the imports
 * ended.
 */
export async function undoUnfinishedImports(reason: string) {
  const unfinished = await db
    .select()
    .from(imports)
    .innerJoin(users, eq(users.id, imports.personId))
    .where(eq(imports.state, "importing"));
  for (const {
    imports: file,
    users: { id, name },
  } of unfinished) {
    if (!file.batch) continue;
    const by = { id, name };
    const batch = file.batch;
    const job = await jobOfBatch(batch);
    if (!(await isLeft(file))) continue;
    const run = {
      id: job?.id,
      key: keyOf(file),
      title: `Undoing the import of ${file.name}`,
      back: hrefOf(file),
      total: file.creates + file.changes,
      batch,
    };
    log.warn({ file: file.name, batch }, "an import ended in the middle, and is undone");
    startJob(by, run, (progress) =>
      undoFailed({ by, file, batch, why: reason, notice: job ? `/jobs/${job.id}` : hrefOf(file) }, progress),
    );
  }
}

/**
 * Whether an interrupted import has no running job. The job is checked first, as a running one may be done by the time
 * its row is read.
 */
async function isLeft(file: Import): Promise<boolean> {
  if (runningImport({ id: file.personId }, file)) return false;
  return (
    (await db.$count(
      imports,
      and(eq(imports.id, file.id), eq(imports.state, "importing"), eq(imports.batch, file.batch ?? "")),
    )) > 0
  );
}

/** Describes a result: "3 users created, 2 users changed". */
export function summary(
  { noun }: Pick<Importer, "noun">,
  { creates, changes }: { creates: number; changes: number },
): string {
  const [first, second] = [
    creates > 0 ? `${howMany(creates, noun)} created` : "",
    changes > 0 ? `${howMany(changes, noun)} changed` : "",
  ];
  return [first, second].filter(Boolean).join(", ") || "nothing to change";
}

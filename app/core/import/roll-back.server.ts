/** Undoes an import that failed or was interrupted by a stop of the server. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db, write } from "db";
import { type Import, imports, notifications } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { hrefOfAct } from "~/core/audit/act-notifications.server";
import { undoAct, type UndoResult } from "~/core/undo/undo-job.server";
import { log } from "~/core/process/log.server";
import { outsideRequest } from "~/core/http/request-context.server";
import { type Person, RuleViolation, system } from "~/core/resource/act.server";
import type { Progress, JobResult } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import type { Importer } from "./importer.server";
import { dryRunImport } from "./dry-run.server";
import { waitToRetry } from "./retries.server";

export interface Failed {
  /** Batch id of its changes in the journal. */
  batch: string;
  /** Why it was not completed, as a sentence. */
  why: string;
  /** URL for a notification, if its owner is not waiting for the job. */
  notice?: string;
}

/**
 * Undoes an import even if its owner may no longer change anything, and repeats the dry run so that it can be imported
 * later. Returns the result for the owner.
 */
export const rollBack = (...failed: Parameters<typeof rollBackInProcess>) =>
  outsideRequest(() => rollBackInProcess(...failed));

async function rollBackInProcess(
  by: Person,
  importer: Importer,
  file: Import,
  { batch, why, notice }: Failed,
  progress: Progress,
): Promise<JobResult> {
  const begun = and(eq(imports.id, file.id), eq(imports.state, "importing"), eq(imports.batch, batch));
  const hasBegun = (await db.$count(imports, begun)) > 0;
  const taken = await undoAll(by, file, batch, progress);
  const about = { tone: "error" as const, to: hrefOfAct(batch) };
  if (taken.trouble && stopReason())
    return { ...about, text: `${why} The rest is undone when the server starts again.`, unfinished: true };
  if (taken.trouble)
    return {
      ...about,
      text: `${why} Not all that had been imported by then could be undone: ${taken.trouble} The server tries it again every hour, and when it is started anew.`,
    };
  const said = `${why} ${resultText(taken)}`;
  if (hasBegun) {
    await write(async (tx) => {
      await tx.update(imports).set({ state: "read", batch: null }).where(begun);
      if (notice)
        await tx.insert(notifications).values({
          userId: by.id,
          fromName: system.name,
          text: `stopped the import of ${file.name}. ${said}.`,
          href: notice,
        });
    });
  }
  const links = taken.over > 0 ? [{ href: hrefOfAct(batch), title: "See which" }] : undefined;
  const notTried = await trialFailure(() => dryRunImport(by, importer, file, (rows) => progress(rows, file.rows)));
  if (notTried)
    return {
      text: `${said}.${describeSkipped(taken)} The file could not be tried again: ${notTried}`,
      tone: "error",
      links,
      to: importer.path,
    };
  return {
    text: `${said}, and the file was tried again: look at it once more.${describeSkipped(taken)}`,
    tone: "error",
    links,
    to: `/import/${file.id}/rows`,
  };
}

/** Returns why the dry run failed: the undo has to be reported even if the file was deleted in the meantime. */
async function trialFailure(trial: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await trial();
    return undefined;
  } catch (error) {
    if (error instanceof RuleViolation) return error.message;
    log.error({ err: error }, "a file whose import was undone could not be tried again");
    return "something went wrong here.";
  }
}

const resultText = ({ undone, over }: UndoResult) =>
  undone + over === 0
    ? "Nothing was imported"
    : `What had been imported by then was undone: ${howMany(undone, "change")}`;

const describeSkipped = ({ over }: UndoResult) =>
  over === 0
    ? ""
    : over === 1
      ? " 1 record was left as it is, because somebody changed it meanwhile."
      : ` ${formatNumber(over)} records were left as they are, because somebody changed them meanwhile.`;

async function undoAll(by: Person, { name }: Import, batch: string, progress: Progress): Promise<UndoResult> {
  const undo = randomUUID();
  let undone = 0;
  for (let tried = 1; ; tried++) {
    const taken = await undoAct(by, { batch, undo, note: `${name} was not imported whole` }, progress);
    undone += taken.undone;
    if (!taken.mayPass || !(await waitToRetry(tried))) return { ...taken, undone };
  }
}

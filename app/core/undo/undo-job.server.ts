/** Undoes acts on many records in a background job, in short transactions between which others can write. */
import { randomUUID } from "node:crypto";
import { and, count, desc, eq, lt } from "drizzle-orm";
import { db, write } from "db";
import { journal, type JournalEntry } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import type { Reader } from "~/core/list/reach.server";
import { log } from "~/core/process/log.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { actOnMany, type Person, partRefusal } from "~/core/resource/act.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { trySavepoint } from "~/core/resource/bulk-outcome.server";
import { type Progress, type Job, type JobResult, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { inWorker } from "~/core/jobs/worker.server";
import { hrefOfAct, withdrawNotifications } from "~/core/audit/act-notifications.server";
import { whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import { touchesSeveralKinds, undoEntry } from "./undo.server";
import { withUndone } from "~/core/resource/undone-entries.server";

/** Whether an act has too many entries to be undone in one transaction. */
async function isLong(batch: string): Promise<boolean> {
  const some = db
    .select({ id: journal.id })
    .from(journal)
    .where(eq(journal.batch, batch))
    .limit(bulkLimits.maxRowsAtOnce + 1)
    .as("some");
  const [found] = await db.select({ entries: count() }).from(some);
  return (found?.entries ?? 0) > bulkLimits.maxRowsAtOnce && !(await touchesSeveralKinds(db, batch));
}

/**
 * Starts a job that undoes a long act; undefined if it is short. Long acts change records of one kind independently, so
 * each is undone on its own: entries that were changed since are skipped and counted, while a short act is undone as a
 * whole or not at all.
 */
export async function startLongUndo(
  { id, name, access, areas }: Reader & Person,
  { batch, back }: { batch: string; back: string },
): Promise<Job | undefined> {
  if (!(await isLong(batch))) return undefined;
  const undoRequest = { by: { id, name, access, areas }, batch, undo: randomUUID(), back };
  const total = await db.$count(journal, eq(journal.batch, batch));
  return startJob(
    undoRequest.by,
    {
      key: `undo ${batch}`,
      title: `Undoing ${formatNumber(total)} changes`,
      back,
      total,
      batch: undoRequest.undo,
    },
    (progress) =>
      undoTask(undoRequest, total, progress).catch((error: unknown) => {
        log.error({ err: error }, "a large undo failed"); // the worker thread ended, perhaps between two transactions
        return {
          text: "It stopped in the middle, because something went wrong here. Undo it again: what was undone is left as it is.",
          tone: "error",
          to: back,
        };
      }),
  );
}

interface UndoRequest {
  by: Reader & Person;
  batch: string;
  undo: string;
  back: string;
}

const undoTask = inWorker<UndoRequest>("undo in parts", async ({ by, batch, undo, back }, progress) => {
  const taken = await undoAct(by, { batch, undo, seenBy: by }, progress);
  const links = taken.over > 0 ? [{ href: hrefOfAct(batch), title: "See which" }] : undefined;
  return { ...resultText(taken), undo: taken.undone > 0 ? undo : undefined, redo: taken.redo, links, to: back };
});

function resultText({ undone, over, trouble }: UndoResult): Pick<JobResult, "text" | "tone"> {
  const text = `Undone: ${formatNumber(undone)} changes`;
  if (trouble) return { text: `${trouble} ${text}.`, tone: "error" };
  if (undone === 0 && over === 0) return { text: "This was undone already.", tone: "error" };
  return over === 0
    ? { text }
    : {
        text: `${text}. ${formatNumber(over)} were passed over, because something else was changed there since.`,
        ...(undone === 0 && { tone: "error" }),
      };
}

/** Numbers of undone and skipped entries. */
interface Counts {
  undone: number;
  over: number;
}

/** Why the undo stopped early, as a sentence, and whether trying again may help. */
interface Trouble {
  trouble?: string;
  mayPass?: boolean;
}

/** Result of an undo. `redo` says whether undoing it would redo the act. */
export type UndoResult = Counts & Trouble & { redo: boolean };

interface UndoSubject {
  /** The act to undo. */
  batch: string;
  /** The undo's own batch id. */
  undo: string;
  note?: string;
  /** Restricts the undo to entries that this user may undo. */
  seenBy?: Reader;
}

/**
 * Undoes an act in short transactions, newest entries first. Can be called again, as it skips what is already undone.
 */
export async function undoAct(
  by: Person,
  { batch, undo, note, seenBy }: UndoSubject,
  progress: Progress,
): Promise<UndoResult> {
  const all: Counts & Trouble = { undone: 0, over: 0 };
  let read = 0;
  let redo = true; // false if the act is itself an undo
  for (let last: number | undefined; !all.trouble;) {
    const some = await entriesBefore(batch, last, seenBy);
    if (some.length === 0) break;
    redo = !some[0]?.undoes;
    const trouble = stopReason();
    const part = trouble ? { trouble } : await undoPart(by, some, { batch: undo, undoes: batch, note });
    if ("trouble" in part) Object.assign(all, part);
    else Object.assign(all, { undone: all.undone + part.undone, over: all.over + part.over });
    last = some.at(-1)?.id;
    progress((read += some.length));
  }
  if (!all.trouble && all.over === 0) await tryWithdrawNotifications(batch);
  return { ...all, redo };
}

/** A failure is only logged: the act is already undone, and its notifications merely link to it. */
async function tryWithdrawNotifications(batch: string) {
  try {
    await write((tx) => withdrawNotifications(tx, batch));
  } catch (error) {
    log.error({ err: error }, "the news of an act that was undone could not be taken back");
  }
}

/** Returns the next entries of an act before `last`, newest first. */
function entriesBefore(batch: string, last: number | undefined, seenBy: Reader | undefined): Promise<JournalEntry[]> {
  const where = and(
    eq(journal.batch, batch),
    last === undefined ? undefined : lt(journal.id, last),
    seenBy && whereEntriesUndoable(seenBy),
  );
  return db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(bulkLimits.rowsPerTransaction);
}

/** Undoes some entries in one transaction. Returns the counts, or why none could be undone. */
async function undoPart(
  by: Person,
  entries: JournalEntry[],
  about: { batch: string; undoes: string; note?: string },
): Promise<Counts | Required<Trouble>> {
  const counts: Counts = { undone: 0, over: 0 };
  try {
    const outcome = await actOnMany(
      by,
      async (tx, act) => {
        for (const entry of (await withUndone(entries, tx)).filter(({ undone }) => !undone)) {
          const tried = await trySavepoint(tx, act, () => undoEntry(tx, act, entry));
          counts["why" in tried ? "over" : "undone"]++;
          await yieldToEventLoop();
        }
        return [];
      },
      about,
    );
    return outcome.ok ? counts : { trouble: partRefusal(outcome, "undone"), mayPass: outcome.status === 503 };
  } catch (error) {
    log.error({ err: error }, "a part of a large undo failed");
    return { trouble: "It stopped in the middle, because something went wrong here.", mayPass: false };
  }
}

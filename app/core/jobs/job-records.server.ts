/**
 * Stores the start, progress and end of each job, so that its page can report the result even after a restart. A
 * failure to store it never affects the job.
 */
import { and, eq, lt, ne } from "drizzle-orm";
import { outsideTransaction, db, type Transaction, write } from "db";
import { backgroundJobs, type JobEnd } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { undoneOf } from "~/core/resource/undone-entries.server";
import { log } from "~/core/process/log.server";
import { outsideRequest } from "~/core/http/request-context.server";
import type { Job } from "./jobs.server";

type JobRecord = typeof backgroundJobs.$inferSelect;

/** Writes in call order, between other changes; a failure is only logged. */
function note(what: (tx: Transaction) => Promise<unknown>): Promise<void> {
  return outsideRequest(() => outsideTransaction(() => write(async (tx) => void (await what(tx))))).catch(
    (error: unknown) => log.error({ err: error }, "what became of a job could not be written down"),
  );
}

/** Stores a new job, before any of its changes if called before it begins. A resumed job keeps its row. */
export function recordStart({ id, personId, title, back, total, batch }: Job): Promise<void> {
  const begun = {
    title,
    back,
    total,
    batch: batch ?? null,
    state: "running" as const,
    done: 0,
    end: null,
    endedAt: null,
  };
  return note((tx) =>
    tx
      .insert(backgroundJobs)
      .values({ id, personId, ...begun })
      .onConflictDoUpdate({ target: backgroundJobs.id, set: begun }),
  );
}

/** Minimum time between two progress updates, in milliseconds. */
const noteEvery = 2_000;
const storedProgressAt = new WeakMap<Job, number>();

export function recordProgress(job: Job) {
  const now = Date.now();
  if (now - (storedProgressAt.get(job) ?? now - noteEvery) < noteEvery) return;
  storedProgressAt.set(job, now);
  const { id, done, total } = job;
  void note((tx) =>
    tx
      .update(backgroundJobs)
      .set({ done, total })
      .where(and(eq(backgroundJobs.id, id), eq(backgroundJobs.state, "running"))),
  );
}

export function recordEnd({ id, title, done, total }: Job, end: JobEnd): Promise<void> {
  const ended = {
    title,
    done,
    total,
    state: end.tone === "error" ? ("failed" as const) : ("done" as const),
    end,
    endedAt: new Date(),
  };
  return note((tx) => tx.update(backgroundJobs).set(ended).where(eq(backgroundJobs.id, id)));
}

/** Returns a user's own job, running or not. */
export async function jobRecordOf(personId: number, id: string): Promise<JobRecord | undefined> {
  return (
    await db
      .select()
      .from(backgroundJobs)
      .where(and(eq(backgroundJobs.id, id), eq(backgroundJobs.personId, personId)))
  )[0];
}

/** Returns the job with this batch id for its changes. */
export async function jobOfBatch(batch: string): Promise<JobRecord | undefined> {
  return (await db.select().from(backgroundJobs).where(eq(backgroundJobs.batch, batch)))[0];
}

/**
 * Marks the jobs interrupted by the last stop of the server as such, with what they had changed, unless they were
 * resumed.
 */
export async function recordInterrupted(isGoingOn: (id: string) => boolean) {
  for (const job of await db.select().from(backgroundJobs).where(eq(backgroundJobs.state, "running"))) {
    if (isGoingOn(job.id)) continue;
    const end = await endOfInterrupted(job);
    log.warn({ job: job.title, result: end.text }, "a job was interrupted by a restart");
    await write(
      async (tx) =>
        void (await tx
          .update(backgroundJobs)
          .set({ state: "interrupted", end, endedAt: new Date() })
          .where(eq(backgroundJobs.id, job.id))),
    );
  }
}

async function endOfInterrupted({ title, back, batch, total }: JobRecord): Promise<JobEnd> {
  const about = { tone: "error" as const, to: back };
  const interrupted = `“${title}” was interrupted by a restart of the server`;
  const { all, undone } = batch === null ? { all: 0, undone: 0 } : await undoneOf(batch);
  if (batch === null || all === 0) return { ...about, text: `${interrupted}. Nothing was changed.` };
  if (undone >= all) return { ...about, text: `${interrupted}. What it had done by then was undone.` };
  return {
    ...about,
    text: `${interrupted}. ${formatNumber(all - undone)} of ${formatNumber(total)} were done by then, and stay so unless you undo them.`,
    undo: batch,
  };
}

/** Returns the end of a job as of now: if its changes were undone since, it says so and offers no undo. */
export async function endToday<End extends JobEnd>(end: End): Promise<End> {
  if (end.undo === undefined) return end;
  const { all, undone } = await undoneOf(end.undo);
  if (all === 0 || undone < all) return end;
  return {
    ...end,
    text: `${end.text.replace(/\.$/, "")}. It was ${end.redo ? "done again" : "undone"} since.`,
    undo: undefined,
    redo: undefined,
  };
}

/** Deletes ended jobs that began before a time, and returns their number. */
export function deleteOldJobs(before: Date): Promise<number> {
  const old = and(lt(backgroundJobs.createdAt, before), ne(backgroundJobs.state, "running"));
  return write(async (tx) => (await tx.delete(backgroundJobs).where(old)).changes);
}

/** What time brings: an hourly timer in the server, or `npm run maintenance`, clears away what is over. */
import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import { isForeignKeyError } from "db/connection";
import { db, write } from "db";
import { files, formKeys, jobs, journal, mailLinks, users } from "db/schema";
import { deleteOldAttempts } from "~/auth/attempts.server";
import { identity } from "~/auth/identity.server";
import { deleteOldSessions } from "~/auth/session.server";
import { log } from "~/lib/log.server";

const hour = 3_600_000;
const day = 24 * hour;
/** How long things stay that nobody uses any more, in milliseconds. */
const keeps = { trash: 30 * day, formKey: 7 * day, file: day };

/** One piece of maintenance: what it cleared away, in a line. */
const pieces: Record<string, () => Promise<string>> = {
  "Ended sessions": async () => counted(await deleteOldSessions(), "session that had ended", "sessions that had ended"),
  "The trash": async () => counted(await emptyTrash(), "person who was in the trash for 30 days", "people who were in the trash for 30 days"),
  "Mailed links": async () => counted(await deleteOldLinks(), "mailed link that had expired", "mailed links that had expired"),
  "Failed tries": async () => counted(await deleteOldAttempts(), "count of failed tries", "counts of failed tries"),
  "Form keys": async () => counted(await deleteOldFormKeys(), "form key that was a week old", "form keys that were a week old"),
  "Unused files": async () => counted(await deleteUnusedFiles(), "file that nothing uses", "files that nothing uses"),
};

const counted = (count: number, one: string, many: string) => `Deleted ${count} ${count === 1 ? one : many}.`;

const jobName = "maintenance";
/** A run that died frees its place after this long, in milliseconds. */
const lease = 10 * 60_000;

/** Does all of it once, unless another instance is at it. Answers a line for each piece; what fails is in the log and stops nothing else. */
export async function runMaintenance(): Promise<string[]> {
  const holder = randomUUID();
  if (!(await take(holder))) return ["Another instance is at it, so nothing was done here."];
  const lines: string[] = [];
  for (const [name, piece] of Object.entries(pieces)) lines.push(await attempt(name, piece));
  await release(holder, lines);
  return lines;
}

async function attempt(name: string, piece: () => Promise<string>): Promise<string> {
  try {
    return await piece();
  } catch (error) {
    log.error({ err: error, piece: name }, "a piece of maintenance failed");
    return `${name}: this failed, and will be tried again. The log says why.`;
  }
}

/** Looks every few minutes whether an hour has passed since any instance did it. Does not keep the process alive. */
export function startTimer(): void {
  const look = () =>
    void runIfDue().catch((error: unknown) => {
      log.error({ err: error }, "maintenance could not run");
    });
  setTimeout(look, 30_000).unref();
  setInterval(look, 5 * 60_000).unref();
}

async function runIfDue() {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, jobName));
  if (job?.lastRunAt && Date.now() - job.lastRunAt.getTime() < hour) return;
  log.info({ result: await runMaintenance() }, "maintenance ran");
}

function take(holder: string): Promise<boolean> {
  const now = Date.now();
  const mine = { holder, heldUntil: new Date(now + lease) };
  return write(async (tx) => {
    await tx.insert(jobs).values({ name: jobName }).onConflictDoNothing();
    const free = and(eq(jobs.name, jobName), or(isNull(jobs.holder), lte(jobs.heldUntil, new Date(now))));
    return (await tx.update(jobs).set(mine).where(free).returning({ name: jobs.name })).length > 0;
  });
}

async function release(holder: string, lines: string[]) {
  const done = { holder: null, heldUntil: null, lastRunAt: new Date(), lastResult: lines.join("\n") };
  await write(async (tx) => void (await tx.update(jobs).set(done).where(and(eq(jobs.name, jobName), eq(jobs.holder, holder)))));
}

/** Deletes for good, one by one: a person whom something else still refers to stays. Their account at the provider goes too. */
async function emptyTrash(): Promise<number> {
  const over = and(isNotNull(users.deletedAt), lt(users.deletedAt, new Date(Date.now() - keeps.trash)));
  let count = 0;
  for (const { id, uid } of await db.select({ id: users.id, uid: users.uid }).from(users).where(over)) {
    if (!(await deleteForGood(id))) continue;
    if (uid) await identity().delete(uid);
    count++;
  }
  return count;
}

async function deleteForGood(id: number): Promise<boolean> {
  try {
    await write(async (tx) => void (await tx.delete(users).where(and(eq(users.id, id), isNotNull(users.deletedAt)))));
    return true;
  } catch (error) {
    if (isForeignKeyError(error)) return false;
    throw error;
  }
}

function deleteOldLinks(): Promise<number> {
  return write(async (tx) => (await tx.delete(mailLinks).where(lte(mailLinks.expiresAt, new Date())).returning({ uid: mailLinks.uid })).length);
}

function deleteOldFormKeys(): Promise<number> {
  const old = lt(formKeys.createdAt, new Date(Date.now() - keeps.formKey));
  return write(async (tx) => (await tx.delete(formKeys).where(old).returning({ key: formKeys.key })).length);
}

/** Columns that hold the address of a kept file. */
const pictures = [users.image];

/** Files that no record shows, and that no undo could bring back, because the journal of the trash's time does not name them. */
async function deleteUnusedFiles(): Promise<number> {
  const address = sql`'/files/' || ${files.id}`;
  const shown = pictures.map((column) => notExists(db.select({ one: sql`1` }).from(column.table).where(sql`${column} = ${address}`)));
  const old = lt(files.createdAt, new Date(Date.now() - keeps.file));
  const idle = await db.select({ id: files.id }).from(files).where(and(old, ...shown));
  if (idle.length === 0) return 0;
  const named = await filesInJournal();
  let count = 0;
  for (const { id } of idle) {
    if (named.has(id)) continue;
    count += await write(async (tx) => (await tx.delete(files).where(and(eq(files.id, id), ...shown)).returning({ id: files.id })).length);
  }
  return count;
}

/** The files that entries of the trash's time name, read a few hundred entries at a time so that others go on. */
async function filesInJournal(): Promise<Set<string>> {
  const { id, at, before, after } = getTableColumns(journal);
  const since = Date.now() - keeps.trash;
  const named = new Set<string>();
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await db.select({ id, at, before, after }).from(journal).where(lt(journal.id, last)).orderBy(desc(journal.id)).limit(500);
    for (const row of rows.filter(({ at }) => at.getTime() >= since)) {
      for (const [, file] of JSON.stringify([row.before, row.after]).matchAll(/\/files\/([0-9a-f]{64})/g)) if (file) named.add(file);
    }
    const oldest = rows.at(-1);
    if (!oldest || oldest.at.getTime() < since) return named;
    last = oldest.id;
    await breathe();
  }
}

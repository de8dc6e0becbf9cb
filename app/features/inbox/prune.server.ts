/** Prunes inboxes: deletes old items, and the oldest of too many. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, or } from "drizzle-orm";
import { db, write } from "db";
import { maxKept, tables } from "./inbox.server";

const day = 24 * 3_600_000;
/** How long read and unread items are kept, in milliseconds since they arrived. */
const keepRead = 90 * day;
const keepUnread = 365 * day;
/** Maximum rows read or deleted per batch, so that other writes can run between batches. */
const batchSize = 500;

type Table = (typeof tables)[keyof typeof tables];

/** Deletes old items and those above the limit per box, in short transactions. Returns how many. */
export async function pruneInboxes(now = new Date()): Promise<number> {
  let count = 0;
  for (const table of Object.values(tables))
    count += (await deleteOld(table, now.getTime())) + (await deleteExcess(table));
  return count;
}

async function deleteOld(table: Table, now: number): Promise<number> {
  const { id, readAt, createdAt } = table;
  const old = or(
    and(isNotNull(readAt), lt(createdAt, new Date(now - keepRead))),
    lt(createdAt, new Date(now - keepUnread)),
  );
  let count = 0;
  for (let last = 0; ;) {
    const rows = await db.select({ id }).from(table).where(gt(id, last)).orderBy(asc(id)).limit(batchSize);
    const end = rows.at(-1)?.id;
    if (end === undefined) return count;
    const over = await db
      .select({ id })
      .from(table)
      .where(and(gt(id, last), lte(id, end), old));
    count += await deleteRows(
      table,
      over.map((row) => row.id),
    );
    last = end;
    await yieldToEventLoop();
  }
}

async function deleteExcess(table: Table): Promise<number> {
  const { id, userId } = table;
  let count = 0;
  for (let last = 0; ;) {
    const [next] = await db.select({ userId }).from(table).where(gt(userId, last)).orderBy(asc(userId)).limit(1);
    if (!next) return count;
    last = next.userId;
    const mine = eq(userId, last);
    const [first] = await db.select({ id }).from(table).where(mine).orderBy(desc(id)).limit(1).offset(maxKept);
    for (let more = first !== undefined; more;) {
      const rows = await db
        .select({ id })
        .from(table)
        .where(and(mine, lte(id, first?.id ?? 0)))
        .orderBy(asc(id))
        .limit(batchSize);
      count += await deleteRows(
        table,
        rows.map((row) => row.id),
      );
      more = rows.length === batchSize;
      await yieldToEventLoop();
    }
  }
}

async function deleteRows(table: Table, ids: number[]): Promise<number> {
  if (ids.length > 0) await write(async (tx) => void (await tx.delete(table).where(inArray(table.id, ids))));
  return ids.length;
}

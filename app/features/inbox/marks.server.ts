/** Read marks, which are private and not written to the journal. */
import { redirect } from "@remix-run/node";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, desc, eq, inArray, isNull, like, lte, or } from "drizzle-orm";
import { recordId } from "~/core/values/ids";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { db, write } from "db";
import type { User } from "db/schema";
import { type BoxName, boxes } from "./boxes";
import { ownOf, tables } from "./inbox.server";

/** Maximum items per transaction, so that other writes can run between batches. */
const batchSize = 1000;

/** Marks all current items of the user's box as read, in short transactions. */
export async function markAllRead(me: User, box: BoxName) {
  const table = tables[box];
  const readAt = new Date();
  const [newest] = await db
    .select({ id: table.id })
    .from(table)
    .where(ownOf(table, me))
    .orderBy(desc(table.id))
    .limit(1);
  const unread = and(ownOf(table, me), isNull(table.readAt), lte(table.id, newest?.id ?? 0));
  for (let marked = batchSize; marked === batchSize; await yieldToEventLoop()) {
    marked = await write(async (tx) => {
      const some = tx.select({ id: table.id }).from(table).where(unread).limit(batchSize);
      return (await tx.update(table).set({ readAt }).where(inArray(table.id, some))).changes;
    });
  }
}

/** Marks an item in the user's box as read or unread. An item already read keeps its time. */
export async function mark(me: User, box: BoxName, id: string | undefined, read: boolean) {
  const table = tables[box];
  const mine = and(eq(table.id, recordId(id)), ownOf(table, me), read ? isNull(table.readAt) : undefined);
  await write(
    async (tx) =>
      void (await tx
        .update(table)
        .set({ readAt: read ? new Date() : null })
        .where(mine)),
  );
}

/** Marks items that link to this page as read in both boxes. Writes nothing if there are none. */
export async function markSeen(me: User, page: string) {
  const unread = (table: (typeof tables)[BoxName]) =>
    and(ownOf(table, me), isNull(table.readAt), or(eq(table.href, page), like(table.href, `${page}?%`)));
  const counts = await Promise.all(Object.values(tables).map((table) => db.$count(table, unread(table))));
  if (counts.every((count) => count === 0)) return;
  await write(async (tx) => {
    for (const table of Object.values(tables)) await tx.update(table).set({ readAt: new Date() }).where(unread(table));
  });
}

/**
 * Redirects to the subject of an item and marks it as read on a real visit. An item that is not in the box leads to
 * the box.
 */
export async function openItem(me: User, box: BoxName, id: string | undefined, isVisit: boolean) {
  const table = tables[box];
  const [item] = await db
    .select({ href: table.href, readAt: table.readAt })
    .from(table)
    .where(and(eq(table.id, recordId(id)), ownOf(table, me)));
  if (!item) return redirectWithToast(boxes[box].href, { text: "That is no longer in your inbox.", tone: "error" });
  if (isVisit && !item.readAt) await mark(me, box, id, true);
  return redirect(samePath(item.href, boxes[box].href), 303);
}

import { redirect } from "@remix-run/node";
import { and, eq, isNull } from "drizzle-orm";
import { readForm } from "~/lib/form.server";
import { recordId } from "~/lib/ids";
import { redirectWithToast, samePath } from "~/lib/respond.server";
import { db, write } from "db";
import type { messages, notifications, User } from "db/schema";

type InboxTable = typeof notifications | typeof messages;

/** Marks everything in one's own inbox as read and leads back. Read marks are nobody else's business, so they stay out of the journal. */
export async function markRead(me: User, request: Request, table: InboxTable) {
  const back = samePath((await readForm(request)).get("back"), "/");
  await write(async (tx) => {
    await tx.update(table).set({ readAt: new Date() }).where(and(eq(table.userId, me.id), isNull(table.readAt)));
  });
  return redirect(back, 303);
}

/** Marks one thing in one's own inbox as read and leads to what it is about. What is not in it leads home. */
export async function openItem(me: User, id: string | undefined, table: InboxTable) {
  const mine = and(eq(table.id, recordId(id)), eq(table.userId, me.id));
  const [item] = await db.select({ href: table.href, readAt: table.readAt }).from(table).where(mine);
  if (!item) return redirectWithToast("/", { text: "That is no longer in your inbox.", tone: "error" });
  if (!item.readAt) await write(async (tx) => void (await tx.update(table).set({ readAt: new Date() }).where(mine)));
  return redirect(samePath(item.href, "/"), 303);
}

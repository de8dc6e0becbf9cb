import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "db";
import { notifications } from "db/schema";

/** Takes back, with a change, what was told of another one that it undoes, from whoever has not read it yet. */
export async function withdrawUnread(tx: Transaction, { href, text }: { href: string; text: string }) {
  const unread = and(eq(notifications.href, href), eq(notifications.text, text), isNull(notifications.readAt));
  await tx.delete(notifications).where(unread);
}

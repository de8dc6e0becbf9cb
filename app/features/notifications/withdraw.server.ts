import { and, eq, gte, isNull, min } from "drizzle-orm";
import type { Transaction } from "db";
import { journal, notifications } from "db/schema";

interface SentNotification {
  href: string;
  text: string;
  /** The journal entry being undone. */
  undone: { batch: string; entity: string; recordId: string };
}

/**
 * Deletes unread notifications of a change that is undone. Older ones stay, because they belong to an earlier change
 * that still stands.
 */
export async function withdrawUnread(
  tx: Transaction,
  { href, text, undone: { batch, entity, recordId } }: SentNotification,
) {
  const since = tx
    .select({ at: min(journal.at) })
    .from(journal)
    .where(and(eq(journal.batch, batch), eq(journal.entity, entity), eq(journal.recordId, recordId)));
  const ofIt = and(eq(notifications.href, href), eq(notifications.text, text), gte(notifications.createdAt, since));
  await tx.delete(notifications).where(and(ofIt, isNull(notifications.readAt)));
}

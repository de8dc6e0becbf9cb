import { and, eq, gte, isNull, min } from "drizzle-orm";
import type { Transaction } from "db";
import { journal, notifications } from "db/schema";

interface SentNotification {
  href: string;
  text: string;
  /** Whose entry the change has that is taken back. */
  undone: { batch: string; entity: string; recordId: string };
}

/**
 * Takes back, with a change, what was told of another one that it undoes, from whoever has not read it yet. What was
 * told before that other one stays: the same was done before, and that stands.
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

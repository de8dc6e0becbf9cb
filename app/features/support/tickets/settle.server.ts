import { and, eq } from "drizzle-orm";
import type { Transaction } from "db";
import { journal } from "db/schema";
import type { Act } from "~/core/resource/act.server";
import { settleClock } from "./conversation/clock.server";
import { settleInboxes } from "./inbox.server";

/**
 * Has what follows from a conversation worked out once, at the end of an act, however many of its replies the act
 * touches: the ticket's clock and people's inboxes.
 */
export function settleAtEnd(act: Act, ticketId: number): void {
  act.atEnd.set(`ticket ${ticketId}`, async (tx) => {
    await settleClock(tx, ticketId);
    await settleInboxes(tx, ticketId, await writtenIn(tx, act));
  });
}

/** The replies that an act has written. */
export async function writtenIn(tx: Transaction, { batch }: Act): Promise<Set<number>> {
  const made = and(eq(journal.batch, batch), eq(journal.entity, "replies"), eq(journal.action, "created"));
  return new Set((await tx.select({ id: journal.recordId }).from(journal).where(made)).map(({ id }) => Number(id)));
}

import { and, eq } from "drizzle-orm";
import type { Transaction } from "db";
import { journal } from "db/schema";
import type { Act } from "~/core/resource/act.server";
import { recalculateTicketTimes } from "./conversation/clock.server";
import { settleInboxes } from "./inbox.server";

/**
 * Schedules the updates that follow from a conversation, the ticket's times and the inboxes, once at the end of an
 * act, however many replies it touches.
 */
export function settleAtEnd(act: Act, ticketId: number): void {
  act.atEnd.set(`ticket ${ticketId}`, async (tx) => {
    await recalculateTicketTimes(tx, ticketId);
    await settleInboxes(tx, ticketId, await writtenIn(tx, act));
  });
}

/** The replies that an act has written. */
export async function writtenIn(tx: Transaction, { batch }: Act): Promise<Set<number>> {
  const made = and(eq(journal.batch, batch), eq(journal.entity, "replies"), eq(journal.action, "created"));
  return new Set((await tx.select({ id: journal.recordId }).from(journal).where(made)).map(({ id }) => Number(id)));
}

import { and, eq, like } from "drizzle-orm";
import type { Transaction } from "db";
import { messages, type Ticket } from "db/schema";

/** Has what stands in inboxes of a ticket follow it, when it is merged and when that is taken back. Such a row begins with the ticket's number. */
export async function moveMessages(tx: Transaction, { before, after }: { before?: Ticket; after: Ticket }) {
  const from = before?.mergedInto ?? after.id;
  const to = after.mergedInto ?? after.id;
  if (from === to) return;
  await tx.update(messages).set({ ticketId: to }).where(and(eq(messages.ticketId, from), like(messages.text, `#${after.id} %`)));
}

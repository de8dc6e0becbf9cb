/** What follows from a conversation: since when its requester waits, and when it was first answered. */
import { and, eq, gt, isNull, max, min } from "drizzle-orm";
import type { Transaction } from "db";
import { replies, tickets } from "db/schema";
import { answers } from "./people.server";

/** Works out anew what follows from a ticket and its replies. Runs in the change that touched either. */
export async function settleClock(tx: Transaction, ticketId: number): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) return;
  const living = and(eq(replies.ticketId, ticketId), isNull(replies.deletedAt));
  // Notes do not count: the list says it to who asked, too.
  const [said] = await tx.select({ last: max(replies.createdAt) }).from(replies).where(and(living, eq(replies.internal, false)));
  const [answered] = await tx.select({ first: min(replies.createdAt), last: max(replies.createdAt) }).from(replies).where(answers(ticket));
  const asked = and(living, eq(replies.internal, false), ticket.requesterId === null ? isNull(replies.authorId) : eq(replies.authorId, ticket.requesterId));
  const [waiting] = await tx.select({ since: min(replies.createdAt) }).from(replies).where(and(asked, answered?.last ? gt(replies.createdAt, answered.last) : undefined));
  const isOver = ticket.status === "Solved" || ticket.status === "Closed";
  const follows = {
    lastReplyAt: said?.last ?? ticket.createdAt,
    firstAnsweredAt: answered?.first ?? null,
    waitingSince: isOver ? null : (waiting?.since ?? null),
  };
  await tx.update(tickets).set(follows).where(eq(tickets.id, ticketId));
}

/** Erases the support data of a ticket or of a person. */
import { and, eq, gte, inArray, lt, or } from "drizzle-orm";
import type { Transaction } from "db";
import { journal, messages, notifications, replies, tickets } from "db/schema";
import { erase, erased } from "~/core/resource/erase.server";
import type { Id, Resource } from "~/core/resource/resource.server";
import { chunks } from "~/core/values/chunks";
import { eraseFileNames } from "./tickets/attachments/attachments.server";

/** Erases a ticket with its conversation if it was in the trash before a given time. Returns whether it was erased. */
export async function eraseTicket(
  tx: Transaction,
  kind: Resource,
  ticketId: Id,
  trashedBefore: Date,
): Promise<boolean> {
  const id = Number(ticketId);
  const over = and(eq(tickets.id, id), lt(tickets.deletedAt, trashedBefore));
  if ((await tx.select({ id: tickets.id }).from(tickets).where(over)).length === 0) return false;
  await forgetConversation(tx, id);
  return erase(tx, kind, id, trashedBefore);
}

/** Erases traces of a conversation elsewhere: journal entries about its replies, and inbox items. */
async function forgetConversation(tx: Transaction, ticketId: number) {
  const said = await tx.select({ id: replies.id }).from(replies).where(eq(replies.ticketId, ticketId));
  await forgetReplies(
    tx,
    said.map(({ id }) => id),
  );
  await tx.delete(messages).where(eq(messages.ticketId, ticketId));
  const page = `/support/tickets/${ticketId}`;
  const { href } = notifications;
  const begins = (sign: string, next: string) => and(gte(href, `${page}${sign}`), lt(href, `${page}${next}`)); // "$" comes after "#"
  await tx.delete(notifications).where(or(eq(href, page), begins("#", "$"), begins("?", "@")));
}

/** Maximum journal values changed per batch. */
const batchSize = 500;

async function forgetReplies(tx: Transaction, ids: number[]) {
  for (const chunk of chunks(ids.map(String), batchSize)) {
    await tx
      .update(journal)
      .set({ before: null, after: null })
      .where(and(eq(journal.entity, "replies"), inArray(journal.recordId, chunk)));
  }
}

/** The addresses that mails about a person's tickets went to. */
export async function ticketAddresses(tx: Transaction, personId: number): Promise<string[]> {
  return (
    await tx.selectDistinct({ email: tickets.requesterEmail }).from(tickets).where(eq(tickets.requesterId, personId))
  ).map(({ email }) => email);
}

/** Erases a person's tickets with all replies, and their name on replies to others. */
export async function eraseFromSupport(tx: Transaction, personId: number): Promise<void> {
  const asked = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.requesterId, personId));
  for (const { id } of asked) {
    await forgetConversation(tx, id);
    await tx.delete(tickets).where(eq(tickets.id, id));
    const ofTicket = and(eq(journal.entity, "tickets"), eq(journal.recordId, String(id)));
    await tx.update(journal).set({ label: erased, before: null, after: null, note: null }).where(ofTicket);
  }
  const wrote = await tx.select({ id: replies.id }).from(replies).where(eq(replies.authorId, personId));
  const ids = wrote.map(({ id }) => id);
  await forgetReplies(tx, ids);
  await eraseFileNames(tx, ids);
  await tx.update(replies).set({ authorId: null, authorName: erased }).where(eq(replies.authorId, personId));
  await tx.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, personId));
}

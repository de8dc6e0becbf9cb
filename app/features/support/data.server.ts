/** The support data in the download of a user's own data. */
import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import { db } from "db";
import { attachments, faqs, faqVotes, replies, replyDrafts, tickets, type User } from "db/schema";
import { pick } from "~/core/values/pick";
import { hideStaffNames, whereVisibleTo } from "./tickets/people.server";

/** Yields the user's tickets with the replies that they may read. */
export async function* ticketsOf(me: User) {
  const asked = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.requesterId, me.id), isNull(tickets.deletedAt)))
    .orderBy(asc(tickets.id));
  for (const ticket of asked) {
    const said = await db
      .select()
      .from(replies)
      .where(whereVisibleTo(me.id, ticket))
      .orderBy(asc(replies.createdAt), asc(replies.id));
    yield {
      ...pick(ticket, "id", "subject", "status", "priority", "topic", "orderId", "createdAt"),
      messages: said.map((reply) => ({
        from: hideStaffNames(me, reply).authorName,
        createdAt: reply.createdAt,
        body: reply.body,
      })),
    };
  }
}

/** Returns the user's replies on other users' tickets. */
export async function writtenBy(me: User) {
  const { ticketId, createdAt, internal, body } = replies;
  const others = or(isNull(tickets.requesterId), ne(tickets.requesterId, me.id));
  return db
    .select({ ticketId, createdAt, internal, body })
    .from(replies)
    .innerJoin(tickets, eq(tickets.id, ticketId))
    .where(and(eq(replies.authorId, me.id), others, isNull(replies.deletedAt)))
    .orderBy(asc(replies.id));
}

/** Returns the user's unsent drafts. */
export async function draftsOf(me: User) {
  const { ticketId, body, internal, updatedAt } = replyDrafts;
  return db
    .select({ ticketId, internal, body, updatedAt })
    .from(replyDrafts)
    .where(eq(replyDrafts.userId, me.id))
    .orderBy(asc(ticketId));
}

/** The files that they sent, and those that wait to be sent, each read when it is its turn. */
export async function* filesOf(me: User) {
  const sent = await db
    .select({ id: attachments.id })
    .from(attachments)
    .leftJoin(replies, eq(replies.id, attachments.replyId))
    .where(or(eq(replies.authorId, me.id), and(isNull(attachments.replyId), eq(attachments.ownerId, me.id))));
  for (const { id } of sent) {
    const [file] = await db.select().from(attachments).where(eq(attachments.id, id));
    if (file) yield pick(file, "id", "name", "bytes");
  }
}

/** Returns the user's votes on FAQs. */
export const faqVotesOf = (me: User) =>
  db
    .select({ question: faqs.question, helpful: faqVotes.helpful, createdAt: faqVotes.createdAt })
    .from(faqVotes)
    .innerJoin(faqs, eq(faqs.id, faqVotes.faqId))
    .where(eq(faqVotes.userId, me.id));

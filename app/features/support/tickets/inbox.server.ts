/** Conversations in inboxes: one row per participant, with the last message to them. */
import { and, desc, eq, inArray, isNull, ne, notInArray, or } from "drizzle-orm";
import type { Transaction } from "db";
import { messages, replies, type Reply, type Ticket, tickets, users } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import { plainText } from "../markdown.server";
import { replyHref } from "./replies/reply-href";
import { supportName } from "~/features/notifications/readable.server";
import { participantsOf } from "./people.server";

/**
 * Updates the inbox rows of a ticket after a message was added, removed or moved. A `fresh` reply moves the row to
 * the top as unread; a row follows its reply to another ticket and stays read if it was.
 */
export async function settleInboxes(tx: Transaction, ticketId: number, fresh: ReadonlySet<number>): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) return;
  const named = await namesToldTo(tx, ticket);
  const people = [...named.keys()];
  const inboxes: Inbox[] = [];
  for (const [personId, isNamed] of named)
    inboxes.push({ personId, isNamed, last: await lastMessageFor(tx, ticket, personId) });
  const pictures = await picturesOf(tx, inboxes);
  for (const inbox of inboxes) await settleInbox(tx, ticket, inbox, { fresh, pictures });
  await tx.delete(messages).where(and(eq(messages.ticketId, ticketId), notInArray(messages.userId, people)));
}

/**
 * Returns the participants who may read the ticket, each with whether they see the names of others. Users limited to
 * their own tickets do not.
 */
async function namesToldTo(tx: Transaction, ticket: Ticket): Promise<Map<number, boolean>> {
  const found = await tx
    .select({ id: users.id, access: users.access, areas: users.areas })
    .from(users)
    .where(inArray(users.id, await participantsOf(tx, ticket)));
  const people = found.map((person) => ({ id: person.id, isNamed: reachOf(person, "tickets.view") === "all" }));
  return new Map(
    people.filter(({ id, isNamed }) => isNamed || id === ticket.requesterId).map(({ id, isNamed }) => [id, isNamed]),
  );
}

/** A participant and the last message to them. */
interface Inbox {
  personId: number;
  isNamed: boolean;
  last: Reply | undefined;
}

type Pictures = ReadonlyMap<number, string | null>;

async function settleInbox(
  tx: Transaction,
  ticket: Ticket,
  { personId, isNamed, last }: Inbox,
  { fresh, pictures }: { fresh: ReadonlySet<number>; pictures: Pictures },
) {
  const own = and(eq(messages.userId, personId), eq(messages.ticketId, ticket.id));
  if (!last) return void (await tx.delete(messages).where(own));
  const isRead = !fresh.has(last.id) && !(await hasUnread(tx, ticket, personId));
  const [same] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.userId, personId), eq(messages.replyId, last.id)));
  await tx.delete(messages).where(and(own, or(isNull(messages.replyId), ne(messages.replyId, last.id))));
  const row = {
    ...rowOf(ticket, last, pictures),
    ...(isNamed
      ? { needs: "tickets.view:all" }
      : { needs: "tickets.view:own", fromName: supportName, fromImage: null }),
  };
  if (same) await tx.update(messages).set(row).where(eq(messages.id, same.id));
  else
    await tx
      .insert(messages)
      .values({ userId: personId, ...row, createdAt: last.createdAt, readAt: isRead ? new Date() : null });
}

/** Returns the last message by someone else that the person may read. */
async function lastMessageFor(tx: Transaction, ticket: Ticket, personId: number): Promise<Reply | undefined> {
  const others = or(isNull(replies.authorId), ne(replies.authorId, personId));
  const open = ticket.requesterId === personId ? eq(replies.internal, false) : undefined;
  const said = and(eq(replies.ticketId, ticket.id), isNull(replies.deletedAt), others, open);
  return (await tx.select().from(replies).where(said).orderBy(desc(replies.createdAt), desc(replies.id)).limit(1))[0];
}

/** Returns the pictures of the messages' authors. */
async function picturesOf(tx: Transaction, inboxes: Inbox[]): Promise<Pictures> {
  const authors = inboxes.flatMap(({ last }) => last?.authorId ?? []);
  const rows = await tx.select({ id: users.id, image: users.image }).from(users).where(inArray(users.id, authors));
  return new Map(rows.map(({ id, image }) => [id, image]));
}

function rowOf({ id, subject }: Ticket, reply: Reply, pictures: Pictures) {
  const text = `#${id} ${subject}\n${plainText(reply.body)}`;
  return {
    fromName: reply.authorName,
    fromImage: pictures.get(reply.authorId ?? 0) ?? null,
    text,
    href: replyHref(id, reply.id),
    ticketId: id,
    replyId: reply.id,
  };
}

/** Whether the person has an unread message of the ticket, including messages that were moved to it. */
async function hasUnread(tx: Transaction, { id }: Ticket, personId: number): Promise<boolean> {
  const here = tx.select({ id: replies.id }).from(replies).where(eq(replies.ticketId, id));
  const unread = and(
    eq(messages.userId, personId),
    isNull(messages.readAt),
    or(eq(messages.ticketId, id), inArray(messages.replyId, here)),
  );
  return (await tx.select({ id: messages.id }).from(messages).where(unread).limit(1)).length > 0;
}

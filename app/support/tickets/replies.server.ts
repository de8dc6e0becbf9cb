/** What is said on tickets: replies that everybody who takes part may read, and internal notes. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import type { TicketStatus } from "db/lookups";
import { messages, replies, type Reply, type Ticket, tickets, type User, users } from "db/schema";
import type { Listing } from "~/lib/listing.server";
import { tellRequester } from "~/notices/tell-requester.server";
import { tellPerson, tell } from "~/notices/tell.server";
import { type Act, actOnOne, actToMake, Refusal } from "~/records/act.server";
import { records } from "~/records/records.server";
import { words } from "~/words";
import { markdownHtml, plainText } from "../markdown.server";
import { settleClock } from "./clock.server";
import { hearersOf, seesNotes, visibleTo } from "./people.server";
import { ticketRecords } from "./tickets.server";

/** Replies have no list of their own: this says how the trash and the journal find them. */
const replyListing: Listing<typeof replies> = { path: "/support/replies", table: replies, search: [], filters: {}, sorts: { id: replies.id, createdAt: replies.createdAt }, sort: "id" };

export const replyRecords = records(replies, {
  entity: "replies",
  noun: words.replies.noun,
  listing: replyListing,
  href: (id) => `/support/replies/${id}`,
  // The same for notes: that there is one is not for the requester to know.
  label: (reply) => `Message on ticket #${reply.ticketId}`,
  follow: async (tx, { before, after }) => {
    await settleClock(tx, after.ticketId);
    if (before && before.ticketId !== after.ticketId) await settleClock(tx, before.ticketId);
  },
  secret: ["body", "internal"],
});

interface Said {
  body: string;
  internal?: boolean;
  /** What the ticket is set to with it. */
  status?: TicketStatus;
  /** The form's one-time key. */
  key?: string;
}

/** Opens a ticket with its first message. */
export function openTicket(me: User, values: Parameters<typeof ticketRecords.create>[1], body: string, key?: string) {
  return actToMake<Ticket>(me, async (tx, act) => {
    const earlier = key ? await ticketRecords.within.madeWith(tx, key, {}) : undefined;
    if (earlier && (await firstOf(tx, earlier))?.body === body) return earlier;
    const ticket = await ticketRecords.within.create(tx, act, values, earlier ? undefined : key);
    await say(tx, act, ticket, { authorId: ticket.requesterId, authorName: ticket.requesterName, body, internal: false }); // whoever wrote it down for them
    await tell(tx, "newTicket", newsOf(me, ticket, `opened ticket #${ticket.id} “${ticket.subject}”`, `Ticket #${ticket.id} was opened`));
    return ticket;
  });
}

const firstOf = async (tx: Transaction, { id }: Ticket) => (await tx.select().from(replies).where(eq(replies.ticketId, id)).orderBy(asc(replies.id)).limit(1))[0];

/**
 * Says something on a ticket, in one act with what follows: its status, who looks after it, what the others are told. A form that is
 * sent twice says it once. Refused on a ticket that is closed, merged or in the trash.
 */
export function addReply(me: User, ticketId: number, { body, internal = false, status, key }: Said) {
  return actOnOne<Ticket>(me, async (tx, act) => {
    const ticket = await ticketRecords.within.find(tx, ticketId);
    if (!ticket || ticket.deletedAt) return undefined;
    const earlier = key ? await replyRecords.within.madeWith(tx, key, {}) : undefined;
    if (earlier?.body === body && earlier.ticketId === ticketId) return ticket;
    refuseReply(me, ticket, internal);
    await say(tx, act, ticket, { authorId: me.id, authorName: me.name, body, internal }, earlier ? undefined : key);
    return (await ticketRecords.within.change(tx, act, ticket.id, { ...follows(me, ticket, internal), ...(status && { status }) })) ?? ticket;
  });
}

/** Who asks again opens a ticket again; who answers first looks after it. */
function follows(me: User, ticket: Ticket, internal: boolean): Partial<Ticket> {
  if (internal) return {};
  if (me.id === ticket.requesterId) return ticket.status === "Open" ? {} : { status: "Open" };
  return ticket.assigneeId === null ? { assigneeId: me.id } : {};
}

function refuseReply(me: User, ticket: Ticket, internal: boolean) {
  if (ticket.mergedInto) throw new Refusal({ "": `This ticket was merged into #${ticket.mergedInto}. Your text is kept below: send it there.` });
  if (ticket.status === "Closed") throw new Refusal({ "": "This ticket is closed. Your text is kept below: reopen the ticket to send it, or create a new one." });
  if (internal && !seesNotes(me.id, ticket)) throw new Refusal({ internal: "You asked this question, so you cannot write internal notes on it." });
}

/** Writes a reply down, and into the inbox of everybody who takes part. */
async function say(tx: Transaction, act: Act, ticket: Ticket, said: Pick<Reply, "authorId" | "authorName" | "body" | "internal">, key?: string) {
  const reply = await replyRecords.within.create(tx, act, { ticketId: ticket.id, ...said }, key);
  const hearers = await hearersOf(tx, ticket, said);
  await putIntoInboxes(tx, ticket, reply, hearers);
  if (said.internal) return reply;
  const news = newsOf({ name: said.authorName }, ticket, `answered on ticket #${ticket.id} “${ticket.subject}”`, `There is an answer on ticket #${ticket.id}`);
  if (said.authorId !== ticket.requesterId) await tellRequester(tx, ticket, { ...news, answer: said.body });
  else if (ticket.assigneeId !== null && hearers.includes(ticket.assigneeId)) await tellPerson(tx, "ticketAnswered", news, ticket.assigneeId);
  return reply;
}

const newsOf = (from: { name: string; image?: string | null }, ticket: Ticket, text: string, mail: string) => ({
  from: { name: from.name, image: from.image ?? null },
  text,
  href: `/support/tickets/${ticket.id}`,
  mail,
});

/** A conversation is one row in an inbox, with what was last said: it goes to the top, unread. */
async function putIntoInboxes(tx: Transaction, ticket: Ticket, reply: Reply, hearers: number[]) {
  if (hearers.length === 0) return;
  await tx.delete(messages).where(and(eq(messages.ticketId, ticket.id), inArray(messages.userId, hearers)));
  const [author] = reply.authorId === null ? [] : await tx.select({ image: users.image }).from(users).where(eq(users.id, reply.authorId));
  const text = `#${ticket.id} ${ticket.subject}: ${plainText(reply.body)}`;
  const row = { fromName: reply.authorName, fromImage: author?.image ?? null, text, href: `/support/tickets/${ticket.id}#reply-${reply.id}`, ticketId: ticket.id };
  await tx.insert(messages).values(hearers.map((userId) => ({ userId, ...row })));
}

/** What somebody may read of a conversation, oldest first, with the pictures of who wrote it. */
export async function conversation(me: Pick<User, "id">, ticket: Ticket) {
  const found = await db
    .select({ reply: replies, image: users.image })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .where(visibleTo(me.id, ticket))
    .orderBy(asc(replies.createdAt), asc(replies.id));
  return found.map(({ reply, image }) => ({ ...reply, image, html: markdownHtml(reply.body) }));
}

/** The ticket that a reply stands on, for links from the journal. */
export async function ticketOfReply(id: number): Promise<number | undefined> {
  const [found] = await db.select({ id: tickets.id }).from(replies).innerJoin(tickets, eq(tickets.id, replies.ticketId)).where(and(eq(replies.id, id), isNull(replies.deletedAt)));
  return found?.id;
}

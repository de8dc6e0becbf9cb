/** The messages of tickets: replies to all participants, and internal notes. */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { doubleClickMs } from "~/core/form/form-keys.server";
import { db, type Transaction } from "db";
import type { TicketStatus } from "db/lookups";
import { journal, messages, replies, type Reply, type Ticket, tickets, type User } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { queueMail } from "~/core/mail/mail.server";
import { notifyRequester } from "~/features/notifications/notify-requester.server";
import { notifyPerson, notifyEveryone } from "~/features/notifications/notify.server";
import { type Act, type Actor, actOnOne, actToCreate, RuleViolation } from "~/core/resource/act.server";
import type { Once } from "~/core/api/idempotency.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { replyFields, replyNoun } from "./fields";
import { openedMail } from "./opened-mail";
import { mailText } from "~/features/support/markdown-text.server";
import { replyHref, replyHrefPrefix } from "./reply-href";
import { attachTo, waitingAttachments } from "../attachments/attachments.server";
import { countNewer, draftName, forgetDraft } from "./drafts.server";
import { seesNotes, whereVisibleTo } from "../people.server";
import { settleAtEnd } from "../settle.server";
import { ticketResource } from "../tickets.server";

/** Condition for the public replies on the user's own tickets. */
function ownReplies({ id }: Pick<User, "id">) {
  const theirs = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.requesterId, id), isNull(tickets.deletedAt), isNull(tickets.mergedInto)));
  return and(inArray(replies.ticketId, theirs), eq(replies.internal, false), isNull(replies.deletedAt));
}

export const replyResource = defineResource({
  table: replies,
  noun: replyNoun,
  fields: replyFields,
  permissions: { view: "tickets.view", change: "support.change" },
  list: { path: "/support/replies", sort: "id", hasScreen: false, own: { rows: ownReplies } },
  // Do not distinguish notes: the requester must not learn that there is one.
  label: (reply) => `Message on ticket #${reply.ticketId}`,
  afterWrite: async (_tx, { before, after }, act) => {
    settleAtEnd(act, after.ticketId);
    if (before && before.ticketId !== after.ticketId) settleAtEnd(act, before.ticketId);
  },
  unaudited: ["body", "internal"],
  journalFilterFor: (me) =>
    sql`exists (select 1 from ${replies} join ${tickets} on ${tickets.id} = ${replies.ticketId} where ${replies.id} = cast(${journal.recordId} as integer) and (not ${replies.internal} or ${tickets.requesterId} is not ${me.id}))`,
  ownEntriesFilter: (me) =>
    sql`exists (select 1 from ${replies} join ${tickets} on ${tickets.id} = ${replies.ticketId} where ${replies.id} = cast(${journal.recordId} as integer) and ${tickets.requesterId} = ${me.id})`,
});

interface NewReply {
  body: string;
  internal?: boolean;
  /** The status to set together with the reply. */
  status?: TicketStatus;
  /** The form's one-time key. */
  key?: string;
  /** The newest message when the reply was written; newer ones of others must be read first. */
  seen?: number;
  /** The status when the form was loaded; a newer status of others is not overwritten. */
  seenStatus?: string;
  /** Opens a ticket again that is closed. */
  reopen?: boolean;
  /** The merged ticket on which the draft was written, if it is another one. */
  draftOf?: number;
}

/**
 * Opens a ticket with its first message and the files uploaded under the form's one-time `key`. Mails the requester a
 * confirmation.
 */
export function openTicket(
  me: Actor,
  values: Parameters<typeof ticketResource.create>[1],
  body: string,
  key?: string,
  once?: Once<Ticket>,
) {
  const open = async (tx: Transaction, act: Act) => {
    const { subject, topic, priority, requesterId, orderId = null } = values;
    const asked = { subject, topic, priority, requesterId: requesterId ?? null, orderId };
    const earlier = key ? await ticketResource.within.madeWith(tx, key, asked) : undefined;
    if (earlier && (await firstOf(tx, earlier))?.body === body) return earlier;
    const ticket = await ticketResource.within.create(tx, act, values, earlier ? undefined : key);
    const first = await writeReply(tx, act, ticket, {
      authorId: ticket.requesterId,
      authorName: ticket.requesterName,
      body,
      internal: false,
    }); // even if a colleague created the ticket for the requester
    if (key && me.id !== null) await attachTo(tx, first.id, me.id, key);
    await notifyEveryone(
      tx,
      "newTicket",
      newsOf(
        me,
        ticket,
        `opened ticket #${ticket.id} “${ticket.subject}”`,
        `Ticket #${ticket.id} “${ticket.subject}” was opened`,
      ),
      me.id,
    );
    if (ticket.requesterEmail) await queueMail(tx, openedMail(ticket));
    return ticket;
  };
  return actToCreate<Ticket>(me, open, once);
}

/** Whether the ticket's first message has this text. */
export const hasFirstMessage = async (ticket: Ticket, body: string) => (await firstOf(db, ticket))?.body === body;

const firstOf = async (tx: Pick<Transaction, "select">, { id }: Ticket) =>
  (await tx.select().from(replies).where(eq(replies.ticketId, id)).orderBy(asc(replies.id)).limit(1))[0];

/**
 * Adds a reply or a note in one transaction with its files, status, assignee and notifications; a repeated submission
 * changes nothing. Rejects replies to closed, merged or trashed tickets, and replies written before newer messages were
 * seen; closed tickets accept notes, which change nothing of the ticket.
 */
export function addReply(
  me: User,
  ticketId: number,
  { body, internal = false, status, key, seen, seenStatus, reopen = false, draftOf = ticketId }: NewReply,
) {
  return actOnOne<Ticket>(me, async (tx, act) => {
    const ticket = await ticketResource.within.find(tx, ticketId);
    if (!ticket) return undefined;
    const earlier = key ? await replyResource.within.madeWith(tx, key, {}) : undefined;
    if (earlier?.body === body && earlier.internal === internal && earlier.ticketId === ticketId) return ticket;
    await refuseFlood(tx, me);
    refuseReply(me, ticket, { internal, reopen });
    if (seen !== undefined) {
      await refuseUnseen(tx, me, ticket, seen);
      await refuseSaidAlready(tx, me, ticket, { body, internal, draftOf });
    }
    if (status && !internal) refuseUnseenStatus(ticket, status, seenStatus);
    const reply = await writeReply(
      tx,
      act,
      ticket,
      { authorId: me.id, authorName: me.name, body, internal },
      earlier ? undefined : key,
    );
    await attachTo(tx, reply.id, me.id, draftName(draftOf));
    await forgetDraft(tx, me, draftOf);
    await tx
      .update(messages)
      .set({ readAt: new Date() })
      .where(and(eq(messages.userId, me.id), eq(messages.ticketId, ticket.id), isNull(messages.readAt))); // a reply marks the messages as read
    const opened = reopen && !internal && ticket.status === "Closed" ? { status: "Open" as const } : {};
    return (
      (await ticketResource.within.change(tx, act, ticket.id, {
        ...ticketChangeAfterReply(me, ticket, internal),
        ...opened,
        ...(status && !internal && { status }),
      })) ?? ticket
    );
  });
}

/**
 * Returns the ticket changes caused by a reply: the requester's reopens it, and the first from staff assigns it. A
 * note changes nothing.
 */
function ticketChangeAfterReply(me: User, ticket: Ticket, internal: boolean): Partial<Ticket> {
  if (internal) return {};
  if (me.id === ticket.requesterId) return ticket.status === "Open" ? {} : { status: "Open" };
  return ticket.assigneeId === null ? { assigneeId: me.id } : {};
}

/** Messages that one person may send within a minute, over all tickets. */
const maxPerMinute = 20;

async function refuseFlood(tx: Transaction, me: User) {
  const [earliest] = await tx
    .select({ createdAt: replies.createdAt })
    .from(replies)
    .where(eq(replies.authorId, me.id))
    .orderBy(desc(replies.id))
    .limit(1)
    .offset(maxPerMinute - 1);
  const ageMs = earliest && Date.now() - earliest.createdAt.getTime();
  if (ageMs !== undefined && ageMs >= 0 && ageMs < 60_000)
    throw new RuleViolation({
      "": `You have sent ${maxPerMinute} messages within a minute. Your text is kept below: wait a minute, then send it again.`,
    });
}

function refuseReply(me: User, ticket: Ticket, { internal, reopen }: { internal: boolean; reopen: boolean }) {
  if (ticket.mergedInto)
    throw new RuleViolation({
      "": `This ticket was merged into #${ticket.mergedInto}. Your text is kept below: take it there to send it.`,
    });
  if (ticket.deletedAt)
    throw new RuleViolation({
      "": "This ticket is in the trash. Your text is kept below: restore the ticket to send it.",
    });
  if (internal && !seesNotes(me.id, ticket))
    throw new RuleViolation({ internal: "You asked this question, so you cannot write internal notes on it." });
  if (ticket.status === "Closed" && !reopen && !internal)
    throw new RuleViolation({
      "": "This ticket is closed. Your text is kept below: reopen the ticket with it, or create a new one.",
    });
}

async function refuseUnseen(tx: Transaction, me: User, ticket: Ticket, seen: number) {
  const newer = await countNewer(me, ticket, seen, tx);
  if (newer === 0) return;
  const came =
    newer === 1
      ? "A new message came in while you wrote. It is"
      : `${newer} new messages came in while you wrote. They are`;
  throw new RuleViolation({
    "": `${came} in the conversation above, and your text is kept below: change it, or send it anyway.`,
  });
}

function refuseUnseenStatus({ id, status: now }: Ticket, status: TicketStatus, seen: string = now) {
  if (now === seen || now === status) return;
  throw new RuleViolation({
    "": `Ticket #${id} is ${now.toLowerCase()} now, no longer ${seen.toLowerCase()}: that was changed while you wrote. Your text is kept below: choose “No change” to leave it so, or send it anyway.`,
  });
}

/**
 * Rejects a text without files that repeats the latest message, or one that the user sent within the last minute, as
 * from another window or by going back.
 */
async function refuseSaidAlready(
  tx: Transaction,
  me: User,
  ticket: Ticket,
  { body, internal, draftOf }: Pick<Reply, "body" | "internal"> & { draftOf: number },
) {
  const latest = await tx
    .select()
    .from(replies)
    .where(and(eq(replies.ticketId, ticket.id), whereVisibleTo(me.id, ticket)))
    .orderBy(desc(replies.id))
    .limit(10);
  const isSame = (said: Reply) => said.authorId === me.id && said.body === body && said.internal === internal;
  const isFresh = ({ createdAt }: Reply) => Date.now() - createdAt.getTime() < doubleClickMs;
  if (!latest.some((said, index) => isSame(said) && (index === 0 || isFresh(said)))) return;
  if ((await waitingAttachments(me, draftName(draftOf))).length > 0) return;
  throw new RuleViolation({
    "": "You have sent exactly this already. Change it to say more.",
  });
}

/** Adds a reply and notifies its readers. Inboxes are updated separately. */
async function writeReply(
  tx: Transaction,
  act: Act,
  ticket: Ticket,
  said: Pick<Reply, "authorId" | "authorName" | "body" | "internal">,
  key?: string,
) {
  const reply = await replyResource.within.create(tx, act, { ticketId: ticket.id, ...said }, key);
  if (said.internal) return reply;
  const onTicket = `on ticket #${ticket.id} “${ticket.subject}”`;
  const news = {
    ...newsOf(
      { name: said.authorName },
      ticket,
      `answered ${onTicket}`,
      `There is an answer ${onTicket}`,
      replyHref(ticket.id, reply.id),
    ),
    series: { hrefPrefix: replyHrefPrefix(ticket.id), text: (count: number) => `answered ${count} times ${onTicket}` },
  };
  const answer = mailText(said.body);
  if (said.authorId !== ticket.requesterId) await notifyRequester(tx, ticket, "ticketAnswered", { ...news, answer });
  else if (ticket.assigneeId !== null && ticket.assigneeId !== said.authorId)
    await notifyPerson(
      tx,
      "ticketAnswered",
      {
        ...news,
        answer,
        answerFrom: {
          subject: `${said.authorName} wrote on ticket #${ticket.id}`,
          text: `${said.authorName} wrote ${onTicket}`,
        },
        needs: "support.view",
      },
      ticket.assigneeId,
    );
  return reply;
}

const newsOf = (
  from: { name: string; image?: string | null },
  ticket: Ticket,
  text: string,
  mail: string,
  href = `/support/tickets/${ticket.id}`,
) => ({
  from: { name: from.name, image: from.image ?? null },
  text,
  href,
  mail,
});

/** Returns the ticket of a reply that the user may see, for links from the journal. */
export async function ticketOfReply(me: Reader, id: number): Promise<number | undefined> {
  const [ticket] = await db
    .select({ id: tickets.id, requesterId: tickets.requesterId })
    .from(replies)
    .innerJoin(tickets, eq(tickets.id, replies.ticketId))
    .where(eq(replies.id, id));
  if (!ticket || !(await ticketResource.find(me, ticket.id))) return undefined;
  const [found] = await db
    .select({ id: replies.id })
    .from(replies)
    .where(and(whereVisibleTo(me.id, ticket), eq(replies.id, id)));
  return found && ticket.id;
}

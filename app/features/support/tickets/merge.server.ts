/** Merges a ticket into another one, in one act with one undo. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import { db, type Transaction } from "db";
import { replies, type Ticket, tickets, type User } from "db/schema";
import { notifyRequester } from "~/features/notifications/notify-requester.server";
import { type Act, actOnOne, RuleViolation } from "~/core/resource/act.server";
import { replyResource } from "./replies/replies.server";
import { ticketResource } from "./tickets.server";

/** Maximum tickets offered to merge into; others can be entered by number. */
const maxOffered = 20;

/** The requester's other tickets that this one may be merged into, the latest word first. */
export async function mergeTargets({ id, requesterId }: Pick<Ticket, "id" | "requesterId">) {
  if (requesterId === null) return [];
  const others = and(
    eq(tickets.requesterId, requesterId),
    ne(tickets.id, id),
    ne(tickets.status, "Closed"),
    isNull(tickets.mergedInto),
    isNull(tickets.deletedAt),
  );
  return db.select().from(tickets).where(others).orderBy(desc(tickets.lastReplyAt), desc(tickets.id)).limit(maxOffered);
}

/** Why a ticket cannot be merged into another one, as a sentence; nothing when it can. */
export function mergeRefusal(ticket: Ticket, target: Ticket | undefined, into: number): string | undefined {
  if (ticket.mergedInto !== null)
    return `Ticket #${ticket.id} was merged into #${ticket.mergedInto} already. Undo that first.`;
  if (ticket.deletedAt) return `Ticket #${ticket.id} is in the trash. Restore it first.`;
  if (into === ticket.id) return "That is this ticket itself. Choose another one.";
  if (!target) return `There is no ticket #${into}. Look at its number again.`;
  if (target.deletedAt) return `Ticket #${into} is in the trash. Restore it first, or choose another one.`;
  if (target.mergedInto !== null) return `Ticket #${into} was merged into #${target.mergedInto}. Choose that one.`;
  if (ticket.requesterId === null || target.requesterId !== ticket.requesterId)
    return `Ticket #${into} was asked by somebody else. Only tickets of one requester can be merged, so that nobody reads what others wrote.`;
  if (target.status === "Closed") return `Ticket #${into} is closed. Reopen it first, or choose another one.`;
  return undefined;
}

/** Moves a ticket's conversation to another ticket of its requester, and closes it. Doing so twice does it once. */
export function mergeTicket(me: User, id: number, into: number) {
  return actOnOne<Ticket>(me, async (tx, act) => {
    const ticket = await ticketResource.within.find(tx, id);
    if (!ticket || ticket.mergedInto === into) return ticket;
    const target = await ticketResource.within.find(tx, into);
    const reason = mergeRefusal(ticket, target, into);
    if (reason) throw new RuleViolation({ into: reason });
    await moveReplies(tx, act, id, into);
    if (ticket.status === "Open" && target?.status !== "Open")
      await ticketResource.within.change(tx, act, into, { status: "Open" }); // an answer is now due on this ticket
    if (target && me.id !== ticket.requesterId) await notifyOfMerge(tx, me, ticket, target);
    return ticketResource.within.change(tx, act, id, { status: "Closed", mergedInto: into });
  });
}

/** Notifies the requester of both tickets where their conversation continues. */
const notifyOfMerge = (tx: Transaction, me: User, ticket: Ticket, target: Ticket) =>
  notifyRequester(tx, target, "ticketSettled", {
    from: { name: me.name, image: null },
    text: `merged ticket #${ticket.id} “${ticket.subject}” into #${target.id} “${target.subject}”`,
    href: `/support/tickets/${target.id}`,
    mail: `Your ticket #${ticket.id} “${ticket.subject}” was merged into #${target.id} “${target.subject}”`,
  });

async function moveReplies(tx: Transaction, act: Act, from: number, to: number) {
  const all = await tx
    .select({ id: replies.id, mergedFrom: replies.mergedFrom })
    .from(replies)
    .where(and(eq(replies.ticketId, from), isNull(replies.deletedAt)))
    .orderBy(asc(replies.id));
  for (const [index, { id, mergedFrom }] of all.entries()) {
    await replyResource.within.change(tx, act, id, { ticketId: to, mergedFrom: mergedFrom ?? from });
    if (index % 50 === 49) await yieldToEventLoop();
  }
}

/** The numbers of the tickets that were merged into one. */
export async function mergedTicketIds(ticketId: number): Promise<number[]> {
  const found = await db.selectDistinct({ id: replies.mergedFrom }).from(replies).where(eq(replies.ticketId, ticketId));
  return found.flatMap(({ id }) => id ?? []);
}

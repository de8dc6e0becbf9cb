/** Derives the ticket's times from its conversation: waiting since, response due, and first response. */
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, max, min } from "drizzle-orm";
import { workClock } from "db/company-settings";
import type { Transaction } from "db";
import { journal, replies, type Ticket, tickets, users } from "db/schema";
import { answerDue, type StatusSince, targetOf } from "db/answer-clock";
import type { TicketPriority } from "db/lookups";
import type { WorkClock } from "db/work-clock";
import { isOver } from "../ticket-closed";
import { whereAnswers } from "../people.server";

/**
 * Recalculates the times of a ticket from its replies. Runs in the transaction that changed either, after the journal
 * entry.
 */
export async function recalculateTicketTimes(tx: Transaction, ticketId: number, clock = workClock()): Promise<void> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId));
  if (!ticket) return;
  const living = and(eq(replies.ticketId, ticketId), isNull(replies.deletedAt));
  // Exclude notes: the requester sees this time in the list.
  const [lastReply] = await tx
    .select({ last: max(replies.createdAt) })
    .from(replies)
    .where(and(living, eq(replies.internal, false)));
  const [answered] = await tx
    .select({ last: max(replies.createdAt) })
    .from(replies)
    .where(whereAnswers(ticket));
  // Answers on an older ticket that was merged into this one do not count.
  const [first] = await tx
    .select({ at: min(replies.createdAt) })
    .from(replies)
    .where(and(whereAnswers(ticket), gte(replies.createdAt, ticket.createdAt)));
  const asked = and(
    living,
    eq(replies.internal, false),
    ticket.requesterId === null ? isNull(replies.authorId) : eq(replies.authorId, ticket.requesterId),
  );
  const [waiting] = await tx
    .select({ since: min(replies.createdAt) })
    .from(replies)
    .where(and(asked, answered?.last ? gt(replies.createdAt, answered.last) : undefined));
  const waitingSince = isOver(ticket) ? null : (waiting?.since ?? null);
  const follows = {
    lastReplyAt: lastReply?.last ?? ticket.createdAt,
    firstAnsweredAt: first?.at ?? null,
    waitingSince,
    answerDueAt:
      waitingSince &&
      answerDue({
        since: waitingSince,
        target: targetOf(await targetPriority(tx, ticket)),
        statuses: await statusesOf(tx, ticket),
        clock,
      }),
  };
  await tx.update(tickets).set(follows).where(eq(tickets.id, ticketId));
}

/** Recalculates the response due dates of all tickets that wait for an answer, for other working hours. */
export async function recalculateWaitingTickets(tx: Transaction, clock: WorkClock) {
  const waiting = await tx.select({ id: tickets.id }).from(tickets).where(isNotNull(tickets.waitingSince));
  for (const { id } of waiting) await recalculateTicketTimes(tx, id, clock);
}

/**
 * Returns the priority for the response target. A client's own choice counts at most as Normal until staff confirm it
 * by setting the priority or assigning the ticket.
 */
export async function targetPriority(from: Pick<Transaction, "select">, ticket: Ticket): Promise<TicketPriority> {
  const { id, priority, requesterId, assigneeId } = ticket;
  if (requesterId === null || assigneeId !== null || targetOf(priority) >= targetOf("Normal")) return priority;
  const entries = await from
    .select({ byId: journal.byId, after: journal.after })
    .from(journal)
    .where(and(eq(journal.entity, "tickets"), eq(journal.recordId, String(id))))
    .orderBy(desc(journal.id));
  const setBy = entries.find(({ after }) => after?.priority === priority)?.byId;
  if (setBy !== requesterId) return priority;
  const [requester] = await from.select({ access: users.access }).from(users).where(eq(users.id, requesterId));
  return requester?.access === "client" ? "Normal" : priority;
}

/** Returns the statuses of a ticket in order, from the journal. */
export async function statusesOf(
  from: Pick<Transaction, "select">,
  { id }: Pick<Ticket, "id">,
): Promise<StatusSince[]> {
  const ofTicket = and(eq(journal.entity, "tickets"), eq(journal.recordId, String(id)));
  const entries = await from
    .select({ at: journal.at, after: journal.after })
    .from(journal)
    .where(ofTicket)
    .orderBy(asc(journal.id));
  return entries.flatMap(({ at, after }) => (typeof after?.status === "string" ? [{ at, status: after.status }] : []));
}

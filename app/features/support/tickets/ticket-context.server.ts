/** The sidebar of a conversation: the requester and their records, and the state of the response. */
import { eq } from "drizzle-orm";
import { workClock } from "db/company-settings";
import { workingHoursText } from "db/work-clock";
import { db } from "db";
import { ticketPriorities } from "db/lookups";
import { type Ticket, users } from "db/schema";
import { may } from "~/core/access/access.server";
import { latestInvoices } from "~/features/invoices/invoices.server";
import { latestOrders, orderResource } from "~/features/orders/orders.server";
import { pick } from "~/core/values/pick";
import type { Reader } from "~/core/list/reach.server";
import { answerSum, runsIn, targetOf } from "db/answer-clock";
import { statusesOf, targetPriority } from "~/features/support/tickets/conversation/clock.server";
import { assigneesFor } from "./details-form.server";
import { latestTickets, namesOf } from "./tickets.server";

/** Maximum records of each kind in the sidebar. */
const maxPerKind = 3;

export type TicketContext = Awaited<ReturnType<typeof ticketContext>>;

/** Returns the context for requesters who may see only their own tickets: whether they have the order. */
export const ownTicketContext = async (me: Reader, ticket: Ticket): Promise<TicketContext> => ({
  assignee: undefined,
  triage: undefined,
  hasOrder: await hasOrder(me, ticket),
  requester: undefined,
  answer: undefined,
});

export async function ticketContext(me: Reader, ticket: Ticket) {
  const names = await namesOf(ticket.assigneeId === null ? [] : [ticket.assigneeId]);
  return {
    assignee: names.get(ticket.assigneeId ?? 0),
    triage: await triageOf(me, ticket),
    hasOrder: await hasOrder(me, ticket),
    requester: ticket.requesterId === null ? undefined : await requesterOf(me, ticket.requesterId, ticket.id),
    answer: await answerOf(ticket),
  };
}

/**
 * Returns the choices of priority and assignee, the current assignee first; undefined if the user may change neither.
 */
async function triageOf(me: Reader, ticket: Ticket) {
  if (!may(me, "support.change") || ticket.deletedAt || ticket.mergedInto !== null) return undefined;
  const people = await assigneesFor(ticket);
  const current = people.filter(({ id }) => id === ticket.assigneeId);
  const options = [...new Set([...current, ...people])].map(({ id, name }) => ({ value: String(id), title: name }));
  return { priority: ticketPriorities, assigneeId: [{ value: "", title: "Nobody" }, ...options] };
}

/** Whether the ticket's order exists and the reader may see it. */
const hasOrder = async (me: Reader, { orderId }: Ticket) =>
  orderId !== null && (await orderResource.find(me, orderId)) !== undefined;

/** Returns the requester, if still in the directory, with their other records. */
async function requesterOf(me: Reader, id: number, ticketId: number) {
  const [person] = await db.select({ image: users.image }).from(users).where(eq(users.id, id));
  const others = await latestTickets(id, me, maxPerKind + 1);
  return {
    person,
    orders: await latestOrders(id, me, maxPerKind),
    invoices: await latestInvoices(id, me, maxPerKind),
    tickets: others && {
      ...others,
      latest: others.latest.filter((other) => other.id !== ticketId).slice(0, maxPerKind),
    },
  };
}

/** Returns the current sum of the waiting time; undefined if no response is due. */
async function answerOf(ticket: Ticket) {
  const { waitingSince } = ticket;
  if (!waitingSince || ticket.deletedAt) return undefined;
  const now = new Date();
  const { rows, total } = answerSum({ from: waitingSince, to: now }, await statusesOf(db, ticket), workClock());
  const priority = await targetPriority(db, ticket);
  const target = targetOf(priority);
  return {
    ...pick(ticket, "answerDueAt"),
    priority,
    /** The priority that the requester chose, as long as no staff member has confirmed it; undefined otherwise. */
    chosen: priority === ticket.priority ? undefined : ticket.priority,
    rows,
    total,
    target,
    hours: workingHoursText(workClock()),
    isPaused: !runsIn(ticket.status),
    late: Math.max(0, total - target),
  };
}

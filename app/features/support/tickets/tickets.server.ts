import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal, orders, replies, type Ticket, tickets, urgency, users } from "db/schema";
import { howMany } from "~/core/values/noun";
import { may } from "~/core/access/access.server";
import { recordId } from "~/core/values/ids";
import { countMatching } from "~/core/list/counting.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { notifyRequester } from "~/features/notifications/notify-requester.server";
import { notifyPerson } from "~/features/notifications/notify.server";
import { type Act, type Actor, RuleViolation } from "~/core/resource/act.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { findCustomer } from "~/features/customers/customers.server";
import { ticketFields, ticketNoun } from "./fields";
import { findPersonByName, personOr } from "~/core/list/find-people.server";
import { isOver } from "./ticket-closed";
import { unassigned } from "./unassigned";
import { newestMessages, ticketsSaying } from "./search.server";
import { whereAnswers, findSupportAgents } from "./people.server";
import { settleAtEnd, writtenIn } from "./settle.server";

/** The states of a due response. */
const answerStates = [
  { value: "waiting", title: "Waited for" },
  { value: "late", title: "Late" },
];

async function personName(id: number): Promise<string | undefined> {
  return (await db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name;
}

export const ticketResource = defineResource({
  table: tickets,
  noun: ticketNoun,
  fields: ticketFields,
  permissions: { view: "tickets.view", change: "support.change" },
  list: {
    path: "/support/tickets",
    search: (columns) => [sql`'#' || ${tickets.id}`, ...columns],
    index: { kind: "tickets", number: tickets.id, also: ticketsSaying, alsoTexts: newestMessages },
    fields: { created: { as: "moment", by: tickets.createdAt } },
    filters: {
      assignee: {
        label: "Assigned",
        type: "record",
        title: async (id) => (id === unassigned ? "Nobody" : ((await personName(recordId(id))) ?? id)),
        named: personOr(unassigned),
        by: (id) => (id === unassigned ? isNull(tickets.assigneeId) : eq(tickets.assigneeId, recordId(id))),
        person: tickets.assigneeId,
      },
      answer: {
        label: "Answer",
        options: answerStates,
        by: (state) => (state === "late" ? lt(tickets.answerDueAt, new Date()) : isNotNull(tickets.waitingSince)),
      },
      requester: {
        label: ticketFields.requesterName.label,
        type: "record",
        title: (id) => personName(recordId(id)),
        named: findPersonByName,
        by: (id) => eq(tickets.requesterId, recordId(id)),
        person: tickets.requesterId,
      },
    },
    sorts: { priority: urgency(tickets.priority) },
    sort: "-updated",
    tabs: "status",
    own: {
      rows: (me) => and(eq(tickets.requesterId, me.id), isNull(tickets.deletedAt), isNull(tickets.mergedInto)),
      hides: { assigneeId: null, waitingSince: null, answerDueAt: null },
      staffFilters: ["answer"],
    },
    create: false,
  },
  completed: ["requesterName"],
  progress: { Open: 0, Pending: 0, Solved: 0, Closed: 1 },
  label: (ticket) => `Ticket #${ticket.id}`,
  about: ({ subject, requesterName }) => `${subject}, ${requesterName}`,
  derive: completeTicket,
  check: checkTicket,
  keepsStatus: ({ id, mergedInto }) => (mergedInto === null ? undefined : mergedWhy({ id, mergedInto })),
  afterWrite: async (tx, { before, after }, act) => {
    const { by } = act;
    settleAtEnd(act, after.id);
    if (after.assigneeId !== null && after.assigneeId !== before?.assigneeId && after.assigneeId !== by.id)
      await notifyAssignee(tx, after, by);
    if (before && before.status !== after.status && isOver(after))
      act.atEnd.set(`tell of ticket ${after.id}`, (end) => notifySettled(end, after, act));
  },
  ownEntriesFilter: (me) =>
    sql`exists (select 1 from ${tickets} where ${tickets.id} = cast(${journal.recordId} as integer) and ${tickets.requesterId} = ${me.id})`,
  unaudited: ["waitingSince", "answerDueAt", "firstAnsweredAt", "lastReplyAt"],
});

const notifyAssignee = (tx: Transaction, { id, subject, assigneeId }: Ticket, by: Actor) =>
  notifyPerson(
    tx,
    "ticketAssigned",
    {
      from: { name: by.name, image: null },
      text: `assigned ticket #${id} “${subject}” to you`,
      href: `/support/tickets/${id}`,
      mail: `Ticket #${id} “${subject}” is yours to look after`,
    },
    assigneeId ?? 0,
  );

/**
 * Notifies the requester that the ticket was solved or closed, except if they did it, if a reply in the same act
 * notifies them, or for a merge or an undo.
 */
async function notifySettled(tx: Transaction, ticket: Ticket, act: Act) {
  const { id, subject, status, requesterId, mergedInto } = ticket;
  if (mergedInto !== null || act.undoes || act.by.id === requesterId || (await hasAnswer(tx, ticket, act))) return;
  const text = `${status === "Solved" ? "marked as solved" : "closed"} ticket #${id} “${subject}”`;
  await notifyRequester(tx, ticket, "ticketSettled", {
    from: { name: act.by.name, image: null },
    text,
    href: `/support/tickets/${id}`,
    mail: `Your ticket #${id} “${subject}” is ${status.toLowerCase()}`,
  });
}

async function hasAnswer(tx: Transaction, ticket: Ticket, act: Act): Promise<boolean> {
  const written = [...(await writtenIn(tx, act))];
  return (
    (
      await tx
        .select({ id: replies.id })
        .from(replies)
        .where(and(whereAnswers(ticket), inArray(replies.id, written)))
        .limit(1)
    ).length > 0
  );
}

interface Change {
  before: Ticket | undefined;
  values: Partial<Ticket>;
}

/** Copies the requester's data, and checks the assignee and the order that the change names. Throws `RuleViolation`. */
async function completeTicket(tx: Transaction, { before, values }: Change): Promise<Partial<Ticket>> {
  const { requesterId, assigneeId, orderId } = values;
  if (orderId != null && orderId !== before?.orderId) await refuseAbsentOrder(tx, orderId);
  if (assigneeId != null && assigneeId !== before?.assigneeId) await refuseAbsentAssignee(tx, assigneeId);
  if (assigneeId != null && assigneeId === (requesterId ?? before?.requesterId))
    throw new RuleViolation({ assigneeId: "Who asked cannot look after their own question. Choose somebody else." });
  if (requesterId == null || requesterId === before?.requesterId) return {};
  const person = await findCustomer(requesterId, tx);
  if (!person)
    throw new RuleViolation({ requesterId: `There is no user ${requesterId}. Name somebody who is in the directory.` });
  return { requesterName: person.name, requesterEmail: person.email };
}

async function refuseAbsentOrder(tx: Transaction, id: number) {
  const [order] = await tx.select({ deletedAt: orders.deletedAt }).from(orders).where(eq(orders.id, id));
  if (!order) throw new RuleViolation({ orderId: `There is no order #${id}` });
  if (order.deletedAt)
    throw new RuleViolation({ orderId: `Order #${id} is in the trash. Restore it first, or name another one.` });
}

async function refuseAbsentAssignee(tx: Transaction, id: number) {
  if ((await findSupportAgents(tx, id)).length === 0)
    throw new RuleViolation({ assigneeId: "Choose somebody who may sign in and answers tickets." });
}

/**
 * A ticket that was merged into another one lives on there: only taking the merge back wakes it. One that was answered
 * is not its requester's alone any more.
 */
async function checkTicket(
  tx: Transaction,
  { before, after, by }: { before: Ticket | undefined; after: Partial<Ticket>; by: Actor },
) {
  if (before && !before.deletedAt && after.deletedAt && by.id !== null && before.requesterId === by.id)
    await refuseToTakeAnswersAway(tx, before, by.id);
  if (before?.mergedInto && after.mergedInto && before.status !== after.status) {
    throw new RuleViolation({
      status: `Ticket #${before.id} was merged into #${before.mergedInto}. Change that one.`,
      "": mergedWhy(before),
    });
  }
}

/**
 * Throws `RuleViolation` if a user who does not answer tickets would remove their ticket together with replies of
 * others.
 */
async function refuseToTakeAnswersAway(tx: Transaction, ticket: Ticket, me: number) {
  const [who] = await tx.select({ access: users.access, areas: users.areas }).from(users).where(eq(users.id, me));
  if (who && may(who, "support.change")) return;
  const answered = await tx.select({ id: replies.id }).from(replies).where(whereAnswers(ticket)).limit(1);
  if (answered.length > 0)
    throw new RuleViolation({
      "": `Ticket #${ticket.id} was answered meanwhile, so it stays. Mark it as solved where you need no more help.`,
    });
}

const mergedWhy = ({ id, mergedInto }: Pick<Ticket, "id" | "mergedInto">) =>
  `Ticket #${id} was merged into #${mergedInto}, so its status stays.`;

/**
 * Returns a person's latest tickets as requester, with the link to all; undefined for a reader who may see none of
 * theirs.
 */
export async function latestTickets(requesterId: number, reader: Reader, limit = 5) {
  const listing = listingFor(ticketResource.listing, reader);
  if (!may(reader, "tickets.view") || (listing.isOwn && reader.id !== requesterId)) return undefined;
  const { id, subject, status, lastReplyAt } = tickets;
  const theirs = and(listing.scope, eq(tickets.requesterId, requesterId), isNull(tickets.deletedAt));
  const latest = await db
    .select({ id, subject, status, lastReplyAt })
    .from(tickets)
    .where(theirs)
    .orderBy(desc(lastReplyAt), desc(id))
    .limit(limit);
  const search = listing.isOwn ? "" : `?requester=${requesterId}`;
  const number = await countMatching(listing, parseListQuery(listing, new URLSearchParams(search)));
  return {
    latest,
    all: {
      text: howMany(number, "ticket"),
      href: ticketResource.listing.path + search,
    },
  };
}

/** Returns names by user id. */
export async function namesOf(ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

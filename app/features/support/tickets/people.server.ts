/** Decides who may see a ticket's parts and who participates in it. */
import { and, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import { db, type Transaction } from "db";
import { natural } from "db/compare";
import { accessLevels } from "db/lookups";
import { replies, type Reply, type Ticket, users } from "db/schema";
import { type Access, whereMaySignIn, reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { supportName } from "~/features/notifications/readable.server";

/** Whether a staff member may read and write the internal notes of a ticket: everyone except its requester. */
export const seesNotes = (personId: number, { requesterId }: Pick<Ticket, "requesterId">): boolean =>
  requesterId !== personId;

/** Returns the condition for a ticket's replies that the person may see. All channels read conversations with it. */
export function whereVisibleTo(personId: number, ticket: Pick<Ticket, "id" | "requesterId">): SQL | undefined {
  const all = and(eq(replies.ticketId, ticket.id), isNull(replies.deletedAt));
  return seesNotes(personId, ticket) ? all : and(all, eq(replies.internal, false));
}

/** Returns a reply without staff names for readers limited to their own tickets. */
export function hideStaffNames<Said extends Pick<Reply, "authorId" | "authorName"> & { image?: string | null }>(
  me: Reader,
  reply: Said,
): Said {
  const isNamed = reply.authorId === me.id || reachOf(me, "tickets.view") === "all";
  return isNamed ? reply : { ...reply, authorId: null, authorName: supportName, image: null };
}

/** Returns the ids of the requester, the assignee and the authors of replies. */
export async function participantsOf(
  tx: Pick<Transaction, "selectDistinct">,
  { id, requesterId, assigneeId }: Pick<Ticket, "id" | "requesterId" | "assigneeId">,
): Promise<number[]> {
  const wrote = await tx
    .selectDistinct({ id: replies.authorId })
    .from(replies)
    .where(and(eq(replies.ticketId, id), isNull(replies.deletedAt)));
  return [...new Set([requesterId, assigneeId, ...wrote.map(({ id }) => id)])].filter((id) => id !== null);
}

/** Condition for the replies that answer the requester: public ones by someone else. */
export const whereAnswers = ({ id, requesterId }: Pick<Ticket, "id" | "requesterId">): SQL | undefined =>
  and(
    eq(replies.ticketId, id),
    isNull(replies.deletedAt),
    eq(replies.internal, false),
    requesterId === null ? undefined : or(isNull(replies.authorId), ne(replies.authorId, requesterId)),
  );

/** Whether the user answers other users' tickets. */
const isSupportAgent = (person: Access) => reachOf(person, "tickets.ask") === "all";
const supportLevels = accessLevels
  .map(({ value }) => value)
  .filter((access) => isSupportAgent({ access, areas: { support: "change" } }));

/** Returns the users who may sign in and answer tickets, by name; with `id`, only this user, if they may. */
export async function findSupportAgents(tx: Pick<Transaction, "select"> = db, id?: number) {
  const { name, email, access, areas } = users;
  const found = await tx
    .select({ id: users.id, name, email, access, areas })
    .from(users)
    .where(and(whereMaySignIn, inArray(access, supportLevels), id === undefined ? undefined : eq(users.id, id)))
    .orderBy(natural(name), users.id);
  return found.filter(isSupportAgent).map(({ id, name, email }) => ({ id, name, email }));
}

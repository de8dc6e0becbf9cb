/** A requester's own ticket that they cannot open any more: it was merged into another one, or put in the trash. */
import { data } from "@remix-run/node";
import { and, eq, inArray } from "drizzle-orm";
import { db } from "db";
import { type Ticket, tickets, type User } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { recordId } from "~/core/values/ids";
import { mayAnswer } from "./awaiting-reply.server";
import { ticketResource } from "./tickets.server";

export interface MovedTicket {
  ticket: Ticket;
  /** The ticket merged into; undefined if the ticket is in the trash. */
  into?: Ticket;
}

/** Maximum merges followed from one ticket to the next. */
const maxMerges = 20;

/**
 * Returns the ticket with this id if `me` is its requester and it was merged, directly or not, into another ticket of
 * theirs, or is in the trash; undefined while they can open it.
 */
export async function findMovedTicket(me: Reader, id: number): Promise<MovedTicket | undefined> {
  // The requester may not see a merged or removed ticket any more, so `asSeenBy` would not find it.
  const ticket = id ? await ticketResource.unrestricted.find(id) : undefined;
  if (!ticket || ticket.requesterId !== me.id || !mayAnswer(me, ticket)) return undefined;
  const own = ticketResource.asSeenBy(me);
  if (await own.find(id)) return undefined;
  let last = ticket;
  for (let merges = 0; last.mergedInto !== null && merges < maxMerges; merges++) {
    const next = await ticketResource.unrestricted.find(last.mergedInto);
    if (!next) break;
    last = next;
  }
  const into = last.id === id ? undefined : await own.find(last.id);
  return into || ticket.deletedAt ? { ticket, into } : undefined;
}

/** Finds the moved ticket for the id in the URL. */
export const movedTicketAt = (me: Reader, params: { id?: string }) => findMovedTicket(me, recordId(params.id));

/** Describes a merge or removal as a clause with the subjects of the tickets. */
export const describeMove = ({ ticket, into }: MovedTicket) =>
  `Ticket ${ticketTitle(ticket)} was ${into ? `merged into ticket ${ticketTitle(into)}` : "removed"}`;

const ticketTitle = ({ id, subject }: Ticket) => `#${id} “${subject}”`;

/** Returns the requester's tickets that were merged into this one, directly or not. */
export async function findMergedTickets(me: Pick<User, "id">, intoId: number): Promise<Ticket[]> {
  const found: Ticket[] = [];
  let next = [intoId];
  for (let merges = 0; next.length > 0 && merges < maxMerges; merges++) {
    const merged = await db
      .select()
      .from(tickets)
      .where(and(eq(tickets.requesterId, me.id), inArray(tickets.mergedInto, next)));
    found.push(...merged);
    next = merged.map(({ id }) => id);
  }
  return found;
}

/** Throws a 409 response with what happened to the ticket and why the text cannot be kept. */
export function refuseMoved(moved: MovedTicket, reason: string): never {
  throw data({ message: `${describeMove(moved)}, so nothing was sent. ${reason}` }, 409);
}

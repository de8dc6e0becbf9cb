/** Presence on an open ticket: who else is writing, and whether there are new messages. */
import { and, isNull, max, ne, or } from "drizzle-orm";
import { db } from "db";
import { replies, type Ticket, type User } from "db/schema";
import type { TicketStatus } from "db/lookups";
import { recordId } from "~/core/values/ids";
import type { Reader } from "~/core/list/reach.server";
import { type Writer, writersOn } from "./drafts.server";
import { describeMove, findMovedTicket } from "../moved-ticket.server";
import { whereVisibleTo } from "../people.server";
import { ticketResource } from "../tickets.server";

export interface Meanwhile {
  writers: Writer[];
  /** Id of the newest readable message by someone else; 0 if there is none. */
  newest: number;
  /** Current status of the ticket. */
  status: TicketStatus;
  /** Message that the ticket was merged or removed, for its requester. */
  moved?: string;
  /** Increases with each change of the ticket, such as its priority. */
  revision: number;
}

type Me = Pick<User, "id">;

type Watched = Pick<Ticket, "id" | "requesterId" | "status" | "revision">;

const newsOf = async (me: Me, ticket: Watched): Promise<Meanwhile> => ({
  writers: await writersOn(me, ticket),
  newest: await newestMessageByOthers(me, ticket),
  status: ticket.status,
  revision: ticket.revision,
});

async function newestMessageByOthers(me: Me, ticket: Pick<Ticket, "id" | "requesterId">): Promise<number> {
  const byOthers = or(isNull(replies.authorId), ne(replies.authorId, me.id));
  const [row] = await db
    .select({ id: max(replies.id) })
    .from(replies)
    .where(and(whereVisibleTo(me.id, ticket), byOthers));
  return row?.id ?? 0;
}

/**
 * Returns a function to poll the ticket with the id from a URL, or undefined for an invalid id. Requesters learn that
 * their ticket was merged or removed; other tickets out of reach return undefined.
 */
export function meanwhileAt(me: Reader, written: string | null): (() => Promise<Meanwhile | undefined>) | undefined {
  const id = recordId(written);
  if (!id) return undefined;
  return async () => {
    const ticket = await ticketResource.find(me, id);
    if (ticket) return newsOf(me, ticket);
    const moved = await findMovedTicket(me, id);
    if (!moved) return undefined;
    const { status, revision } = moved.ticket;
    return { writers: [], newest: 0, status, revision, moved: `${describeMove(moved)}.` };
  };
}

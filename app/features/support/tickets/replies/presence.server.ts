/** What happens on a ticket while somebody has it open: who else writes, and that something new was said. */
import { and, isNull, max, ne, or } from "drizzle-orm";
import { db } from "db";
import { replies, type Ticket, type User } from "db/schema";
import type { TicketStatus } from "db/lookups";
import { recordId } from "~/core/values/ids";
import type { Reader } from "~/core/list/reach.server";
import { type Writer, writersOn } from "./drafts.server";
import { describeMove, findMovedTicket } from "../moved-ticket.server";
import { visibleTo } from "../people.server";
import { ticketResource } from "../tickets.server";

export interface Meanwhile {
  writers: Writer[];
  /** The newest message of somebody else that may be read; 0 where there is none. */
  newest: number;
  /** How the ticket stands. */
  status: TicketStatus;
  /** What became of it, where who asked cannot open it any more. */
  moved?: string;
  /** Goes up with each change of the ticket, such as its priority. */
  revision: number;
}

type Me = Pick<User, "id">;

type Watched = Pick<Ticket, "id" | "requesterId" | "status" | "revision">;

const meanwhileOn = async (me: Me, ticket: Watched): Promise<Meanwhile> => ({
  writers: await writersOn(me, ticket),
  newest: await newestOfOthers(me, ticket),
  status: ticket.status,
  revision: ticket.revision,
});

async function newestOfOthers(me: Me, ticket: Pick<Ticket, "id" | "requesterId">): Promise<number> {
  const byOthers = or(isNull(replies.authorId), ne(replies.authorId, me.id));
  const [row] = await db
    .select({ id: max(replies.id) })
    .from(replies)
    .where(and(visibleTo(me.id, ticket), byOthers));
  return row?.id ?? 0;
}

/**
 * The same to be asked again and again, for the number of a ticket as an address has it; nothing where it is none. Who
 * asked a ticket is told that it was merged or removed; what else happens on one that they do not reach is nothing.
 */
export function meanwhileAt(me: Reader, written: string | null): (() => Promise<Meanwhile | undefined>) | undefined {
  const id = recordId(written);
  if (!id) return undefined;
  return async () => {
    const ticket = await ticketResource.asSeenBy(me).find(id);
    if (ticket) return meanwhileOn(me, ticket);
    const moved = await findMovedTicket(me, id);
    if (!moved) return undefined;
    const { status, revision } = moved.ticket;
    return { writers: [], newest: 0, status, revision, moved: `${describeMove(moved)}.` };
  };
}

import type { Ticket } from "db/schema";
import { actOnOne, type Actor, record } from "~/core/resource/act.server";
import { settleAtEnd } from "../settle.server";
import { ticketResource } from "../tickets.server";
import { targetPriority } from "./clock.server";

/**
 * Lets the priority that a client chose for their ticket count for its response target. It stays as it is, so the
 * journal's entry says the same before and after; nothing is written where it counts already.
 */
export function confirmPriority(by: Actor, id: number) {
  return actOnOne<Ticket>(by, async (tx, act) => {
    const ticket = await ticketResource.within.find(tx, id);
    if (!ticket || ticket.deletedAt) return undefined;
    const { priority } = ticket;
    if ((await targetPriority(tx, ticket)) === priority) return ticket;
    const named = { entity: "tickets", recordId: String(id), label: `Ticket #${id}` } as const;
    await record(tx, act, { ...named, action: "changed", before: { priority }, after: { priority } });
    settleAtEnd(act, id);
    return ticket;
  });
}

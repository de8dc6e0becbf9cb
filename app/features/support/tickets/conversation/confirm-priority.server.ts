import type { Ticket } from "db/schema";
import { actOnOne, type Actor, record } from "~/core/resource/act.server";
import { settleAtEnd } from "../settle.server";
import { ticketResource } from "../tickets.server";
import { targetPriority } from "./clock.server";

/**
 * Makes the priority that a client chose count for the response target. The journal entry has equal values before and
 * after; nothing is written if the priority counts already.
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

/** Checks who may reply to a ticket, which fewer users may do than read it. */
import type { Ticket } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import { forbidden } from "~/auth/forbidden.server";
import type { Reader } from "~/core/list/reach.server";
import { ticketResource } from "./tickets.server";

/** Whether a user who sees the ticket may reply to it. */
export function mayAnswer(me: Reader, { requesterId }: Pick<Ticket, "requesterId">): boolean {
  const reach = reachOf(me, "tickets.ask");
  return reach === "all" || (reach === "own" && requesterId === me.id);
}

/**
 * Returns the ticket in the URL for users who may reply to it. Throws a 404 response, or a 403 for those who may only
 * read it.
 */
export async function ticketToAnswer(me: Reader, request: Request, params: { id?: string }) {
  const ticket = await ticketResource.at(me, params);
  if (!mayAnswer(me, ticket)) throw await forbidden(request, me);
  return ticket;
}

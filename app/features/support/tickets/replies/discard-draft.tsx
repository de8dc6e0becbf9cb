import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { discardDraft } from "./drafts.server";
import { pathInList } from "../list-place.server";
import { findMergedTickets, movedTicketAt } from "../moved-ticket.server";
import { ticketResource } from "../tickets.server";
import { ticketToAnswer } from "../awaiting-reply.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const { id } = await ticketToAnswer(me, request, params);
  return redirect(ticketResource.href(String(id)));
}

/** Discards the user's draft on a ticket. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const moved = await movedTicketAt(me, params);
  const { id } = moved?.ticket ?? (await ticketToAnswer(me, request, params));
  for (const merged of moved ? [] : await findMergedTickets(me, id)) await discardDraft(me, merged.id);
  await discardDraft(me, id);
  if (moved && !moved.into) return redirectWithToast("/support/tickets", { text: "Draft discarded" });
  return redirectWithToast(pathInList(request, id), { text: "Draft discarded" });
}

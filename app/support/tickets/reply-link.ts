import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/lib/ids";
import { notFound } from "~/lib/respond.server";
import { ticketOfReply } from "./replies.server";

/** Leads from a reply, as the journal names it, to its place in its conversation. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const id = recordId(params.id);
  const ticket = (await ticketOfReply(id)) ?? notFound("Message not found");
  return redirect(`/support/tickets/${ticket}#reply-${id}`);
}

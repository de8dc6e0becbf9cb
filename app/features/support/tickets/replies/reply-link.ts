import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { notFound } from "~/core/http/respond.server";
import { replyHref } from "./reply-href";
import { ticketOfReply } from "./replies.server";

/** Redirects from a reply's address in the journal to its place in the conversation; 404 if the user may not see it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  const id = recordId(params.id);
  const ticket = (await ticketOfReply(me, id)) ?? notFound("Message not found");
  return redirect(replyHref(ticket, id));
}

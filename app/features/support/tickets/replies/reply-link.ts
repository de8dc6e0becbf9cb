import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { notFound } from "~/core/http/respond.server";
import { replyHref } from "./reply-href";
import { ticketOfReply } from "./replies.server";
import { ticketResource } from "../tickets.server";

/** Redirects from a reply's address in the journal to its place in the conversation; 404 if the user may not see it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "view");
  const id = recordId(params.id);
  const ticket = (await ticketOfReply(me, id)) ?? notFound("Message not found");
  return redirect(replyHref(ticket, id));
}

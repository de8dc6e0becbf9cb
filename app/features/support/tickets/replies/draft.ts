import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { describeMove, movedTicketAt } from "../moved-ticket.server";
import { countNewer, keepJoinedDraft } from "./drafts.server";
import { meanwhileAt } from "./presence.server";
import { ticketToAnswer } from "../awaiting-reply.server";

/** Presence for pages without a live stream; `newer` counts the messages after the one in `?seen=`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const moved = await movedTicketAt(me, params);
  const { ticket } = moved ?? { ticket: await ticketToAnswer(me, request, params) };
  const seen = recordId(new URL(request.url).searchParams.get("seen"));
  return Response.json(
    { ...(await meanwhileAt(me, String(ticket.id))?.()), newer: moved ? 0 : await countNewer(me, ticket, seen) },
    { headers: { "Cache-Control": "no-store" } },
  );
}

const goesOn = "Your draft is saved: what you send goes there.";
const waits = "Your draft is saved: press Send, and it comes back in a form for a new ticket.";

/** Saves a draft that the page posts while the user types; the form has a button for the same. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const moved = await movedTicketAt(me, params);
  const { ticket } = moved ?? { ticket: await ticketToAnswer(me, request, params) };
  const form = await readForm(request);
  const [body, key] = [form.get("body"), form.get("key")].map((value) => (typeof value === "string" ? value : ""));
  const written = { body: body ?? "", internal: Boolean(form.get("internal")), key };
  const refused = await keepJoinedDraft(me, ticket, written, form.get("draftsOf"));
  if (refused) return new Response(refused.why, { status: refused.status });
  if (!moved) return new Response(null, { status: 204 });
  return new Response(`${describeMove(moved)}. ${moved.into ? goesOn : waits}`, { status: 409 });
}

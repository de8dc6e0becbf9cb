import type { LoaderFunctionArgs } from "@remix-run/node";
import { may } from "~/core/access/access.server";
import { anyone, personOfRequest } from "~/auth/session.server";
import { inboxOf } from "~/features/inbox/inbox.server";
import { ticketListNews } from "~/features/support/tickets/list-news.server";
import { meanwhileAt } from "~/features/support/tickets/replies/presence.server";
import { liveStream } from "./live.server";

/**
 * Returns the reader's inbox: once, as JSON, or to an `EventSource` as a stream; with `?ticket=7` also what happens on
 * that ticket, with `?tickets=90` what happened to tickets since journal entry 90. A visitor, or who owes a second
 * step, gets a 204, at which an `EventSource` does not come back: led to the login page it would call that an error.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const me = await anyone(request);
  if (!me || !may(me, "account")) return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  const streams =
    request.method === "GET" && !context.drawn && request.headers.get("Accept")?.includes("text/event-stream");
  if (!streams) return Response.json(await inboxOf(me), { headers: { "Cache-Control": "no-store" } });
  // What stands in between shall neither pack nor hold it back: `no-transform` is for `compression`, the last one for
  // nginx.
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  const whoIsIn = async () => {
    const person = await personOfRequest(request);
    return person && may(person, "account") ? person : undefined;
  };
  const { searchParams } = new URL(request.url);
  const watch = meanwhileAt(me, searchParams.get("ticket")) ?? ticketListNews(me, searchParams.get("tickets"));
  return new Response(liveStream(me, { watch, signal: request.signal, whoIsIn }), { headers });
}

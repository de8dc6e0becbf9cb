import type { LoaderFunctionArgs } from "@remix-run/node";
import { may } from "~/core/access/access.server";
import { userOfRequest, personOfRequest } from "~/auth/session.server";
import { inboxOf } from "~/features/inbox/inbox.server";
import { ticketListNews } from "~/features/support/tickets/list-news.server";
import { meanwhileAt } from "~/features/support/tickets/replies/presence.server";
import { liveStream } from "./live.server";

/**
 * Returns the inbox as JSON, or as a stream to an `EventSource`; `?ticket=7` adds the presence on a ticket, and
 * `?tickets=90` changed tickets since journal entry 90. Visitors and users without a required second factor get a 204,
 * after which an `EventSource` does not reconnect.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const me = await userOfRequest(request);
  if (!me || !may(me, "account")) return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  const streams =
    request.method === "GET" && !context.drawn && request.headers.get("Accept")?.includes("text/event-stream");
  if (!streams) return Response.json(await inboxOf(me), { headers: { "Cache-Control": "no-store" } });
  // Proxies must neither compress nor buffer it: `compression` reads `no-transform`, and nginx the last header.
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

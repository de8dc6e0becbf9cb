import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { pinnedCounts } from "./page-views.server";

/** Returns the counts of the user's pinned views by id; open pages poll this. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "views");
  return Response.json(await pinnedCounts(me), { headers: { "Cache-Control": "no-store" } });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { pinnedCounts } from "./page-views.server";
import { viewResource } from "./views.server";

/** Returns the counts of the user's pinned views by id; open pages poll this. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, viewResource, "view");
  return Response.json(await pinnedCounts(me), { headers: { "Cache-Control": "no-store" } });
}

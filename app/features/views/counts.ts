import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { pinnedCounts } from "./page-views.server";

/** How many rows each view in one's menu shows now, by the view's number: pages ask while they are looked at. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "views");
  return Response.json(await pinnedCounts(me), { headers: { "Cache-Control": "no-store" } });
}

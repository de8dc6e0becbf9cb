/** The lists that people choose from, under `/api`: one route for each, all alike. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type LookupItem, userRoles, userStatuses } from "db/lookups";
import { requireUser } from "~/auth/session.server";
import { answer } from "~/lib/api.server";
import { notFound } from "~/lib/respond.server";

/** By the address beneath `/api/`; `routes.ts` makes a route of each name. */
const lookups: Record<string, readonly LookupItem[]> = {
  "users/roles": userRoles,
  "users/status": userStatuses,
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const name = new URL(request.url).pathname.replace(/^\/api\/|\/$/gi, "").toLowerCase(); // addresses are found in any case
  return answer(lookups[name] ?? notFound("There is nothing here."));
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { findAll } from "./find.server";

/** Maximum results per kind. */
const maxPerKind = 4;

/** Returns the results for the command palette: `{ q, groups, notes }`, see `Found`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "search");
  const found = await findAll(new URL(request.url).searchParams.get("q") ?? "", maxPerKind, me);
  return Response.json(found, { headers: { "Cache-Control": "no-store" } });
}

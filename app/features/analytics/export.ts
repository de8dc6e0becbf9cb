import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { searchColumns, searchListing, viewColumns, viewListing, visitColumns, visitListing } from "./visits.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { pathname } = new URL(request.url);
  const asked = (path: string) => pathname.toLowerCase().startsWith(`${path}.`);
  if (asked(viewListing.path)) return exportRows(request, viewListing, viewColumns);
  return asked(searchListing.path)
    ? exportRows(request, searchListing, searchColumns)
    : exportRows(request, listingFor(visitListing, me), visitColumns(me));
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { ticketColumns } from "./columns.server";
import { ticketListing } from "./tickets.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.view");
  return exportRows(request, listingFor(ticketListing, me), ticketColumns, undefined, me.id);
}

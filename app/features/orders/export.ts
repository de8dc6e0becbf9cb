import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { orderColumns } from "./columns.server";
import { orderListing } from "./orders.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "orders.view");
  return exportRows(request, listingFor(orderListing, me), orderColumns);
}

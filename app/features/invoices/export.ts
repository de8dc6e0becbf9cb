import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { invoiceColumns } from "./columns.server";
import { invoiceListing } from "./invoices.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "invoices.view");
  return exportRows(request, listingFor(invoiceListing, me), invoiceColumns);
}

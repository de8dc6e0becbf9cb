import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { invoiceColumns } from "./columns.server";
import { invoiceListing } from "./invoices.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, invoiceListing, invoiceColumns);
}

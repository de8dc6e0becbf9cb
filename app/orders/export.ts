import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { orderColumns } from "./columns.server";
import { orderListing } from "./orders.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, orderListing, orderColumns);
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { productColumns } from "./columns.server";
import { productListing } from "./products.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "sales.view");
  return exportRows(request, productListing, productColumns);
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { userColumns } from "./columns.server";
import { userListing } from "./users.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, userListing, userColumns);
}

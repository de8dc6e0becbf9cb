import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { activityColumns } from "./columns.server";
import { activityFor } from "./journal.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "activity");
  return exportRows(request, activityFor(me), activityColumns);
}

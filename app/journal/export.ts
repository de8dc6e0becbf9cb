import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { activityListing } from "./journal.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, activityListing, {
    id: (entry) => entry.id,
    at: (entry) => entry.at,
    by: (entry) => entry.byName,
    kind: (entry) => entry.entity,
    record: (entry) => entry.recordId,
    label: (entry) => entry.label,
    action: (entry) => entry.action,
    before: (entry) => entry.before && JSON.stringify(entry.before),
    after: (entry) => entry.after && JSON.stringify(entry.after),
    note: (entry) => entry.note,
  });
}

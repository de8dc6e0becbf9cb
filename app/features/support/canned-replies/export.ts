import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CannedReply } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { type Columns, exportRows } from "~/core/list/export.server";
import { cannedListing } from "./canned-replies.server";

const columns: Columns<CannedReply> = {
  id: (canned) => canned.id,
  title: (canned) => canned.title,
  text: (canned) => canned.body,
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "support.view");
  return exportRows(request, cannedListing, columns);
}

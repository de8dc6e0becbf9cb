import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { columnsOf } from "~/core/fields/files.server";
import { exportRows } from "~/core/list/export.server";
import { faqFields } from "./fields";
import { faqListing } from "./faqs.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "support.view");
  return exportRows(request, faqListing, columnsOf(faqFields));
}

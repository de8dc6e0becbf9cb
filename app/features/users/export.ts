import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireConfirmation } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { columnsOf } from "~/core/fields/files.server";
import { userFields } from "./fields";
import { userListing } from "./users.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "people.view");
  await requireConfirmation(request, me, {
    title: "Download people?",
    text: "The file holds the names, addresses and telephone numbers of all whom the list shows. Keep it where nobody else reads it, and delete it when you no longer need it.",
    button: "Download the file",
    back: userListing.path,
  });
  return exportRows(request, listingFor(userListing, me), columnsOf(userFields));
}

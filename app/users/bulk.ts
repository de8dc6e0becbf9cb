import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { userStatuses } from "db/lookups";
import { requireUser } from "~/auth/session.server";
import { bulkAct } from "~/records/list-acts.server";
import { userListing, userRecords } from "./users.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(userListing.path + new URL(request.url).search);
}

/** One act on the users that are selected in the list. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return bulkAct(me, request, { of: userRecords, listing: userListing, statuses: userStatuses });
}

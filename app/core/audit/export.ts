import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Confirmation, requireConfirmation } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { parseListQuery } from "~/core/list/listing.server";
import type { Reader } from "~/core/list/reach.server";
import { activityColumns } from "./columns.server";
import { activityFor } from "./journal.server";
import { reachesAll } from "./visible-entries.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "activity");
  if (tellsOfPeople(me, new URL(request.url).searchParams)) await requireConfirmation(request, me, danger);
  return exportRows(request, activityFor(me), activityColumns);
}

const people = "users";

const danger: Confirmation = {
  title: "Download the activity of people?",
  text: "The file holds what was changed of people, with their names, addresses and telephone numbers. Keep it where nobody else reads it, and delete it when you no longer need it.",
  button: "Download the file",
  back: "/activity",
};

/** Whether a file may hold what happened to others: it does unless it is narrowed to another kind, which rows that are named are not; or its reader sees nobody’s but their own. */
function tellsOfPeople(me: Reader, params: URLSearchParams) {
  const { entity = people } = params.has("ids") ? {} : parseListQuery(activityFor(me), params).filters;
  return reachesAll(me, people, "view") && entity === people;
}

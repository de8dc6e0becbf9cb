/** The activity list: its screen and its export. */
import type { Confirmation } from "~/core/access/confirmation";
import { parseListQuery } from "~/core/list/list-query.server";
import { defineList } from "~/core/list/define-list.server";
import type { Reader } from "~/core/list/reach.server";
import { activityColumns } from "./columns.server";
import { activityFor, activityListing } from "./journal.server";
import { reachesAll } from "./visible-entries.server";

export const activityList = defineList({
  title: "Activity",
  noun: { one: "entry", many: "entries" },
  needs: "activity",
  listing: activityListing,
  listingFor: activityFor,
  columns: activityColumns,
  confirmDownload: (me, params) => (isAboutPeople(me, params) ? confirmation : undefined),
  personal: true,
});

const people = "users";

const confirmation: Confirmation = {
  title: "Download the activity of people?",
  text: "The file holds what was changed of people, with their names, addresses and telephone numbers. Keep it where nobody else reads it, and delete it when you no longer need it.",
  button: "Download the file",
  back: activityListing.path,
};

/**
 * Whether the export contains changes to other people: it does unless it is filtered by another kind (exports of
 * selected rows have no filter) or the reader may not see people.
 */
function isAboutPeople(me: Reader, params: URLSearchParams) {
  const { entity = people } = params.has("ids") ? {} : parseListQuery(activityFor(me), params).filters;
  return reachesAll(me, people, "view") && entity === people;
}

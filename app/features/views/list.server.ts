/** The list of saved views: its screen and its file. */
import type { SavedView } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { defineList } from "~/core/list/define-list.server";
import { viewNoun } from "./fields";
import { ownersOf, savedListing, viewsOf } from "./views.server";

const columns: Columns<SavedView & { owner: string }> = {
  id: (view) => view.id,
  name: (view) => view.name,
  list: (view) => view.path,
  search: (view) => view.search,
  shared: (view) => (view.shared ? "yes" : "no"),
  owner: (view) => view.owner,
  created: (view) => view.createdAt,
};

export const viewList = defineList({
  title: "Views",
  noun: viewNoun,
  entity: "views",
  needs: "views",
  create: { href: "/views/create", label: "Save a view" },
  listing: savedListing,
  listingFor: (me) => viewsOf(me).listing,
  columns,
  complete: async (views) => {
    const owners = await ownersOf(views);
    return views.map((view) => ({ ...view, owner: owners.get(view.ownerId) ?? "" }));
  },
  isUnsaved: true,
});

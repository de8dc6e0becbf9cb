import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SavedView } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { type Columns, exportRows } from "~/core/list/export.server";
import { ownersOf, viewsOf } from "./views.server";

type Row = SavedView & { owner: string };

const columns: Columns<Row> = {
  id: (view) => view.id,
  name: (view) => view.name,
  list: (view) => view.path,
  search: (view) => view.search,
  shared: (view) => (view.shared ? "yes" : "no"),
  owner: (view) => view.owner,
  created: (view) => view.createdAt,
};

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "views");
  return exportRows(request, viewsOf(me).listing, columns, async (views) => {
    const owners = await ownersOf(views);
    return views.map((view) => ({ ...view, owner: owners.get(view.ownerId) ?? "" }));
  });
}

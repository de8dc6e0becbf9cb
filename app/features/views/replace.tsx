import type { ActionFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { canonical, hrefOf, listAt } from "./lists.server";
import { ownView, viewResource } from "./views.server";

export { loader } from "./pin";
export { default } from "~/ui/form-only";

/** Replaces the query of the user's view by the list's current one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, viewResource, "change");
  const view = await ownView(me, params);
  const list = listAt(me, view.path) ?? notFound("The list of this view is there no longer.");
  const search = canonical(list, String((await readForm(request)).get("search") ?? ""));
  const changed = await viewResource.change(me, view.id, { search });
  const name = viewResource.describe([view]);
  if (!changed.ok)
    return redirectWithToast("/views", {
      text: changed.reason === "refused" ? Object.values(changed.errors).join(" ") : `${name} is in the trash.`,
      tone: "error",
    });
  return redirectWithToast(hrefOf(list, search), { text: `${name} shows this now`, undo: changed.batch });
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { setPinned } from "./pins.server";
import { viewsOf, viewResource } from "./views.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the view. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, viewResource, "view");
  return toRecord(viewsOf(me), params);
}

/** Pins or unpins a view. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, viewResource, "change");
  const of = viewsOf(me);
  const view = await of.at(params);
  const form = await readForm(request);
  const pinned = form.get("pinned");
  if (pinned !== "yes" && pinned !== "no") throw data({ message: "Choose whether it stands in your menu." }, 400);
  const back = samePath(form.get("back"), of.listing.path);
  const name = of.describe([view]);
  if (view.deletedAt)
    return redirectWithToast(back, { text: `${name} is in the trash, so it cannot be pinned.`, tone: "error" });
  const refused = await setPinned(me, view.id, pinned === "yes");
  if (refused) return redirectWithToast(back, { text: refused, tone: "error" });
  return redirectWithToast(back, {
    text: pinned === "yes" ? `${name} stands in your menu now` : `${name} was taken out of your menu`,
  });
}

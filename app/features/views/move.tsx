import { type ActionFunctionArgs, data } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { movePin } from "./pins.server";
import { viewsOf, viewResource } from "./views.server";

export { loader } from "./pin";
export { default } from "~/ui/form-only";

/** Moves a pinned view up or down in the user's menu. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, viewResource, "change");
  const of = viewsOf(me);
  const view = await of.at(params);
  const form = await readForm(request);
  const direction = form.get("direction");
  if (direction !== "up" && direction !== "down") throw data({ message: "Choose whether it goes up or down." }, 400);
  const back = samePath(form.get("back"), of.listing.path);
  const name = of.describe([view]);
  if (!(await movePin(me, view.id, direction)))
    return redirectWithToast(back, {
      text: `${name} stays where it is: it is at the end of your menu, or not in it.`,
      tone: "error",
    });
  return redirectWithToast(back, { text: `${name} moved ${direction} in your menu` });
}

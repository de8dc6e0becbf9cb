import type { ActionFunctionArgs } from "@remix-run/node";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { resourceAt, permissionAt } from "~/core/resource/registry.server";
import { samePath } from "~/core/http/respond.server";
import { actIn } from "~/core/bulk/bulk-request.server";
import { statusAct } from "~/core/bulk/list-acts.server";

export { loader } from "./restore";
export { default } from "~/ui/form-only";

/** Sets the status of a record of any kind that has one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const danger = async (form: FormData) => {
    const row = await of.at(params);
    const what = actIn(of, "set", form.get("status"));
    const back = samePath(form.get("back"), of.href(String(row.id)));
    return what && of.confirmations?.confirmationOf(what, of.describe([row]), back);
  };
  return confirmed({ request, context }, me, of.confirmations && danger, () => statusAct(me, request, params, of));
}

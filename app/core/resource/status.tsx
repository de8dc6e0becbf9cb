import type { ActionFunctionArgs } from "@remix-run/node";
import { onceSure } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { kindAt, permissionAt } from "~/core/resource/registry.server";
import { samePath } from "~/core/http/respond.server";
import { dangerOf, decidesAccess } from "~/features/users/danger.server";
import { actIn } from "~/core/bulk/bulk-address.server";
import { statusAct } from "~/core/bulk/list-acts.server";

export { loader } from "./trash";
export { default } from "~/core/errors/form-only";

/** Sets the status of a record of any kind that has one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = kindAt(request, me);
  const danger = async (form: FormData) => {
    const row = await of.at(params);
    return dangerOf(
      actIn(of, "set", form.get("status")),
      of.said([row]),
      samePath(form.get("back"), of.href(String(row.id))),
    );
  };
  return onceSure({ request, context }, me, decidesAccess(of) ? danger : undefined, () =>
    statusAct(me, request, params, of),
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { resourceAt, permissionAt } from "~/core/resource/registry.server";
import { readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { asLeft } from "~/shell/list-state.server";
import { afterAct, toRecord } from "~/core/bulk/list-acts.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "view"));
  return toRecord(resourceAt(request, me), params);
}

/** Moves a record of any kind to the trash. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const row = await of.at(params);
  const danger = (form: FormData) =>
    of.confirmations?.confirmationOf(
      { act: "delete" },
      of.describe([row]),
      samePath(form.get("back"), of.href(String(row.id))),
    );
  return confirmed({ request, context }, me, of.confirmations && danger, async () => {
    const back = samePath((await readForm(request)).get("back"), await asLeft(request, me, of.listing.path));
    return afterAct(await of.trash(me, [row.id]), { back, said: (rows) => `${of.describe(rows)} moved to the trash` });
  });
}

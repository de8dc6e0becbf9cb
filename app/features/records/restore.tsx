import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { resourceAt, permissionAt } from "~/core/resource/registry.server";
import { readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { removalWords } from "~/core/values/removal-words";
import { afterAct, toRecord } from "~/core/bulk/list-acts.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "view"));
  return toRecord(resourceAt(request, me), params);
}

/** Restores a record of any kind from the trash. If that is refused, the record's page explains how to solve it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const row = await of.at(params);
  const page = of.href(String(row.id));
  const danger = (form: FormData) =>
    of.confirmations?.confirmationOf({ act: "restore" }, of.describe([row]), samePath(form.get("back"), page));
  return confirmed({ request, context }, me, of.confirmations && danger, async () => {
    const back = samePath((await readForm(request)).get("back"), page);
    return afterAct(await of.restore(me, [row.id]), {
      back,
      refused: page,
      said: (rows) => `${of.describe(rows)} ${removalWords(of.noun).restored}`,
    });
  });
}

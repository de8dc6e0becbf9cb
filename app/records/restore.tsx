import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { kindAt } from "~/kinds.server";
import { readForm } from "~/lib/form.server";
import { samePath } from "~/lib/respond.server";
import { afterAct } from "./list-acts.server";

export { loader } from "./trash";
export { default } from "~/status/form-only";

/** Takes a record of any kind out of the trash. When that is refused, its own page says what would help. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const of = kindAt(request, me);
  const { id } = await of.at(params);
  const page = of.href(String(id));
  const back = samePath((await readForm(request)).get("back"), page);
  return afterAct(await of.restore(me, [id]), { back, refused: page, said: (rows) => `${of.said(rows)} restored` });
}

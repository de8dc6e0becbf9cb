import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { kindAt } from "~/kinds.server";
import { readForm } from "~/lib/form.server";
import { samePath } from "~/lib/respond.server";
import { afterAct, toRecord } from "./list-acts.server";

export { default } from "~/status/form-only";

/** Takes forms only: who comes by address is led on to the record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return toRecord(kindAt(request, me), params);
}

/** Moves a record of any kind to the trash. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const of = kindAt(request, me);
  const { id } = await of.at(params);
  const back = samePath((await readForm(request)).get("back"), of.listing.path);
  return afterAct(await of.trash(me, [id]), { back, said: (rows) => `${of.said(rows)} moved to the trash` });
}

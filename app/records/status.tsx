import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { kindAt } from "~/kinds.server";
import { statusAct } from "./list-acts.server";

export { loader } from "./trash";
export { default } from "~/status/form-only";

/** Sets the status of a record of any kind that has one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return statusAct(me, request, params, kindAt(request, me));
}

import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { userRecords } from "./users.server";

export { toPerson as loader } from "./one.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await userRecords.at(params);
  return afterAct(await userRecords.trash(me, [id]), await readForm(request), "/users", (rows) => `${userRecords.said(rows)} moved to the trash`);
}

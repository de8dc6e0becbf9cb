import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { userRecords } from "./users.server";

export { toPerson as loader } from "./one.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await userRecords.at(params);
  const form = await readForm(request);
  const done = await userRecords.restore(me, [id]);
  if (!done.ok) form.delete("back"); // their own page says what would help
  return afterAct(done, form, `/users/${id}`, (rows) => `${userRecords.said(rows)} restored`);
}

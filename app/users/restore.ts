import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { userAt } from "./one.server";
import { inWords } from "./user";
import { restoreUsers } from "./users.server";

export { toPerson as loader } from "./one.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await userAt(params);
  const form = await readForm(request);
  const done = await restoreUsers(me, [id]);
  if (!done.ok) form.delete("back"); // their own page says what would help
  return afterAct(done, form, `/users/${id}`, (rows) => `${inWords(rows)} restored`);
}

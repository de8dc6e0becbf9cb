import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { userAt } from "./one.server";
import { inWords } from "./user";
import { trashUsers } from "./users.server";

export { toPerson as loader } from "./one.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await userAt(params);
  return afterAct(await trashUsers(me, [id]), await readForm(request), "/users", (rows) => `${inWords(rows)} moved to the trash`);
}

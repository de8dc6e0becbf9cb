import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct, theOne } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { idParam } from "~/lib/respond.server";
import { inWords } from "./user";
import { trashUsers } from "./users.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const done = await trashUsers(me, [idParam(params.id, "User not found")]);
  return afterAct(theOne(done, "User not found"), await readForm(request), "/users", (rows) => `${inWords(rows)} moved to the trash`);
}

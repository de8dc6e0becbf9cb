import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct, theOne } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { idParam } from "~/lib/respond.server";
import { inWords } from "./user";
import { restoreUsers } from "./users.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const id = idParam(params.id, "User not found");
  const done = await restoreUsers(me, [id]);
  return afterAct(theOne(done, "User not found"), await readForm(request), `/users/${id}`, (rows) => `${inWords(rows)} restored`);
}

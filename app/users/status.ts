import { type ActionFunctionArgs, data } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct, theOne } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { idParam } from "~/lib/respond.server";
import { inWords, readStatus } from "./user";
import { setUserStatus } from "./users.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const id = idParam(params.id, "User not found");
  const form = await readForm(request);
  const status = readStatus(form.get("status"));
  if (!status) throw data({ message: "Choose a status" }, 400);
  const done = await setUserStatus(me, [id], status);
  return afterAct(theOne(done, "User not found"), form, `/users/${id}`, (rows) => `${inWords(rows)} is now ${status.toLowerCase()}`);
}

import { type ActionFunctionArgs, data } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { readStatus } from "./user";
import { userRecords } from "./users.server";

export { toPerson as loader } from "./one.server";

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await userRecords.at(params);
  const form = await readForm(request);
  const status = readStatus(form.get("status"));
  if (!status) throw data({ message: "Choose a status" }, 400);
  return afterAct(await userRecords.changeMany(me, [id], { status }), form, `/users/${id}`, (rows) => `${userRecords.said(rows)} is now ${status.toLowerCase()}`);
}

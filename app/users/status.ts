import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { idParam, notFound } from "~/lib/respond.server";
import { inWords, readStatus } from "./user";
import { findUser, setUserStatus } from "./users.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(`/users/${idParam(params.id, "User not found")}`);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = (await findUser(idParam(params.id, "User not found"))) ?? notFound("User not found");
  const form = await readForm(request);
  const status = readStatus(form.get("status"));
  if (!status) throw data({ message: "Choose a status" }, 400);
  return afterAct(await setUserStatus(me, [id], status), form, `/users/${id}`, (rows) => `${inWords(rows)} is now ${status.toLowerCase()}`);
}

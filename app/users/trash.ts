import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { afterAct } from "~/lib/acts.server";
import { readForm } from "~/lib/form.server";
import { idParam, notFound } from "~/lib/respond.server";
import { inWords } from "./user";
import { findUser, trashUsers } from "./users.server";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(`/users/${idParam(params.id, "User not found")}`);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = (await findUser(idParam(params.id, "User not found"))) ?? notFound("User not found");
  return afterAct(await trashUsers(me, [id]), await readForm(request), "/users", (rows) => `${inWords(rows)} moved to the trash`);
}

/** What the routes of one person share. */
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { idParam, notFound } from "~/lib/respond.server";
import { findUser } from "./users.server";

const absent = "User not found";

/** The person whom the address names, even from the trash. Throws a 404. */
export async function userAt({ id }: LoaderFunctionArgs["params"]) {
  return (await findUser(idParam(id, absent))) ?? notFound(absent);
}

/** The loader of an address that takes forms only: who comes by address is led on. */
export async function toPerson({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(`/users/${idParam(params.id, absent)}`);
}

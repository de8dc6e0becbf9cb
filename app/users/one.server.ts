import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { userRecords } from "./users.server";

/** The loader of an address that takes forms only: who comes by address is led on to the person. */
export async function toPerson({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(userRecords.href(String((await userRecords.at(params)).id)));
}

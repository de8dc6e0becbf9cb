import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { kindAt } from "~/kinds.server";
import { bulkAct } from "./list-acts.server";

export { default } from "~/status/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return redirect(kindAt(request, me).listing.path + new URL(request.url).search);
}

/** One act on the records of any kind that are selected in their list. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return bulkAct(me, request, kindAt(request, me));
}

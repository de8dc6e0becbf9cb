import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { countRead } from "./tallies.server";

/** Takes a browser's word only: who comes by address is led on to the answer. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "faqs.view");
  return redirect(`/support/faqs/${recordId(params.id)}`);
}

/** Counts an opened answer. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "faqs.view");
  await countRead(me, recordId(params.id));
  return new Response(null, { status: 204 });
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/lib/ids";
import { notFound, redirectWithToast } from "~/lib/respond.server";
import { cardTitle } from "./card";
import { makeDefault } from "./payment-methods.server";

export { default } from "~/status/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect("/settings/plan-billing");
}

/** Has the next charges go to another card. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const made = await makeDefault(me, recordId(params.id));
  if (made.ok) return redirectWithToast("/settings/plan-billing", { text: `${cardTitle(made.row)} is charged from now on` });
  if (made.reason === "refused") return redirectWithToast("/settings/plan-billing", { text: Object.values(made.errors).join(" "), tone: "error" });
  return notFound("Card not found");
}

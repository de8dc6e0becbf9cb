import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { User } from "db/schema";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { notFound, redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { cardTitle } from "./card";
import { makeDefault } from "./payment-methods.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "billing");
  return redirect("/settings/plan-billing");
}

/** Makes another card the default for charges. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const danger = {
    title: "Charge another card?",
    text: "From now on the plan is charged to this card.",
    button: "Charge this card",
    back: "/settings/plan-billing",
  };
  return confirmed(
    { request, context },
    me,
    () => danger,
    () => charge(me, params.id),
  );
}

async function charge(me: User, id: string | undefined): Promise<Response> {
  const made = await makeDefault(me, recordId(id));
  if (made.ok)
    return redirectWithToast("/settings/plan-billing", { text: `${cardTitle(made.row)} is charged from now on` });
  if (made.reason === "refused") return redirectWithErrors("/settings/plan-billing", made.errors);
  return notFound("Card not found");
}

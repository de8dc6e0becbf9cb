import type { ActionFunctionArgs } from "@remix-run/node";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { renewDue } from "./renewal.server";

export { loader } from "./cards/default-card";
export { default } from "~/ui/form-only";

/** Tries a declined charge again. When nothing is owed any more, nothing is charged. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "billing");
  const danger = {
    title: "Try the charge again?",
    text: "What is owed is charged to the default card at once.",
    button: "Charge the card",
    back: "/settings/plan-billing",
  };
  return confirmed({ request, context }, me, () => danger, charge);
}

async function charge(): Promise<Response> {
  const { began, owed } = await renewDue(undefined, { again: true });
  if (owed) return redirectWithToast("/settings/plan-billing", { text: owed, tone: "error" });
  return redirectWithToast("/settings/plan-billing", {
    text: began > 0 ? "The charge was recorded" : "Nothing is owed",
  });
}

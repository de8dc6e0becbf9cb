import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { readForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { notFound, redirectWithErrors, samePath } from "~/core/http/respond.server";
import { opinions, voteOn } from "./tallies.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the answer. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "faqs.view");
  return redirect(`/support/faqs/${recordId(params.id)}`);
}

/** Handles a vote on an answer: helpful, not helpful, or none. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "faqs.view");
  const id = recordId(params.id);
  const form = await readForm(request);
  const opinion = opinions.find((opinion) => opinion === form.get("helpful"));
  if (!opinion) throw data({ message: "Choose whether the answer helped." }, 400);
  const back = samePath(form.get("back"), `/support/faqs?open=${id}#faq-${id}`);
  const voted = await voteOn(me, id, opinion);
  if (voted.ok) return redirect(back, 303);
  if (voted.reason === "refused") return redirectWithErrors(back, voted.errors);
  notFound("FAQ not found");
}

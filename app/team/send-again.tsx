import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { rememberMailed } from "~/auth/mailed.server";
import { requireUser } from "~/auth/session.server";
import { redirectWithToast } from "~/lib/respond.server";
import { attemptAct } from "./act.server";
import { sendAgain } from "./invitations.server";

export { default } from "~/status/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "team.invite");
  return redirect("/team/invitations");
}

/** Sends an invitation again, under a new link. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const done = await attemptAct((tx) => sendAgain(tx, me, Number(params.id)));
  if (!done.ok) return redirectWithToast("/team/invitations", { text: Object.values(done.errors).join(" "), tone: "error" });
  const { email, link } = done.result;
  const headers = new Headers(link ? await rememberMailed({ purpose: "invitation", email, link }) : undefined);
  return redirectWithToast("/team/invitations", { text: `${email} is invited again. Only the newest mail’s link counts.` }, headers);
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { User } from "db/schema";
import { rememberMailed } from "~/auth/mails/mailed.server";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { invitedSentence } from "~/core/http/mail-sentences.server";
import { redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { tryWrite } from "~/core/resource/act.server";
import { sendAgain } from "./invitations.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "team.invite");
  return redirect("/team/invitations");
}

/** Sends an invitation again, under a new link. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  return confirmed(
    { request, context },
    me,
    () => danger,
    () => resend(me, Number(params.id)),
  );
}

const danger = {
  title: "Send the invitation again?",
  text: "Whoever reads that mail can sign in with its address, for seven days more. The link that was mailed before counts no more.",
  button: "Send it again",
  back: "/team/invitations",
};

async function resend(me: User, id: number): Promise<Response> {
  const done = await tryWrite((tx) => sendAgain(tx, me, id));
  if (!done.ok) return redirectWithErrors("/team/invitations", done.errors);
  const { email, link } = done.result;
  const headers = new Headers(link ? await rememberMailed({ purpose: "invitation", email, link }) : undefined);
  return redirectWithToast(
    "/team/invitations",
    { text: invitedSentence(`${email} is invited again`, "Only the newest mail’s link counts.") },
    headers,
  );
}

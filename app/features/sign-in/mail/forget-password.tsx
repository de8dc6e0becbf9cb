import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { mailsAccountLinks } from "~/core/http/mail-sentences.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { EmailForm, NewPasswordForm } from "../account-forms";
import { typedAddress } from "../typed-address";
import { takeAttempt } from "~/auth/attempts.server";
import { ownFrame, pageTitle } from "~/shell/auth-page";
import { keepFrom, pathAfterSignIn } from "../enter.server";
import { ofNewPassword, refusal, refuseForm, refuseForNow, tryCode } from "~/auth/refusals.server";
import { identity } from "~/auth/identity/identity.server";
import { afterPasswordReset } from "~/features/sign-in/admit.server";
import { readMailed, rememberMailed } from "~/auth/mails/mailed.server";
import { AskForReset, ChooseNewPassword, ResetIsMailed } from "./reset-views";
import { requireGuestOrCode } from "~/auth/session.server";

export const handle = ownFrame;
export const meta = pageTitle("Forgotten password");

/** Shows the form for a new password (with a code), the confirmation (`?sent=1`), or the form for the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { code } = await requireGuestOrCode(request);
  const from = pathAfterSignIn(request);
  const common = { action: keepFrom("/forget-password", from), loginHref: keepFrom("/login", from) };
  if (code) return checkLink(code, from, common, context);
  const { searchParams } = new URL(request.url);
  const mailed = await readMailed(request, "reset");
  if (mailed && searchParams.get("sent") === "1")
    return data({
      ...common,
      view: "mailed" as const,
      email: mailed.email,
      link: mailed.link,
      isSent: mailsAccountLinks(),
    });
  return data({ ...common, view: "ask" as const, email: mailed?.email });
}

async function checkLink(
  code: string,
  from: string,
  common: { action: string; loginHref: string },
  context: LoaderFunctionArgs["context"],
) {
  try {
    const { email } = await tryCode(code, context?.address ?? "", () => identity().checkReset(code));
    const query = new URLSearchParams({ oobCode: code, ...(from !== "/" && { from }) });
    return data({ ...common, view: "choose" as const, email, action: `/forget-password?${query}` });
  } catch (error) {
    const { message, status } = refusal(error, context?.requestId);
    return data({ ...common, view: "ask" as const, email: undefined, refused: message }, status);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { code } = await requireGuestOrCode(args.request);
  return code ? choose(args, code) : ask(args);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** Requests a reset mail. Response and timing are the same whether or not the account exists. */
async function ask({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(request, EmailForm);
  if (!form.ok) return rejectForm(form);

  const { email } = form.values;
  const tries = await takeAttempt("reset", email, context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait);

  const from = pathAfterSignIn(request);
  try {
    const link = await identity().sendReset(email, from);
    const query = new URLSearchParams({ sent: "1", ...(from !== "/" && { from }) });
    return redirect(`/forget-password?${query}`, {
      status: 303,
      headers: await rememberMailed({ purpose: "reset", email, link }),
    });
  } catch (error) {
    return refuseForm(form, error, context?.requestId);
  }
}

async function choose({ request, context }: ActionFunctionArgs, code: string) {
  const form = await parseForm(request, NewPasswordForm);
  if (!form.ok) return rejectForm(form);
  try {
    await tryCode(code, context?.address ?? "", () =>
      identity().resetPassword(code, form.values.password, afterPasswordReset),
    );
    return await redirectWithToast(keepFrom("/login", pathAfterSignIn(request)), {
      text: "Your password is changed. Log in with the new one.",
    });
  } catch (error) {
    return refuseForm(form, error, context?.requestId, ofNewPassword);
  }
}

export default function ForgetPassword() {
  const page = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  if (page.view === "choose") return <ChooseNewPassword {...page} form={form} />;
  if (page.view === "mailed") return <ResetIsMailed {...page} />;
  return <AskForReset {...page} email={typedAddress() || page.email} form={form} />;
}

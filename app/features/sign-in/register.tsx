import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "config";
import { isLocalSample } from "~/core/http/local-sample.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { openInvitation } from "~/features/team/invitations/invitations.server";
import { accessTitle } from "~/core/access/levels";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { RegisterForm } from "./account-forms";
import { takeAttempt } from "~/auth/attempts.server";
import { AuthForm } from "./auth-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { completeSignIn, keepFrom, pathAfterSignIn } from "./enter.server";
import { ofNewPassword, refuseForm, refuseForNow } from "~/auth/refusals.server";
import { GoogleFirst } from "~/auth/google/google-button";
import { identity } from "~/auth/identity/identity.server";
import { nameInDirectory } from "./admit.server";
import { rememberMailed } from "~/auth/mails/mailed.server";
import { messageFor } from "~/auth/identity-errors";
import { NameField } from "./name-field";
import { NewPasswordField } from "~/auth/passwords/new-password-field";
import { requireGuest } from "~/auth/session.server";

export const handle = ownFrame;
export const meta = pageTitle("Create an account");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const from = pathAfterSignIn(request);
  const code = new URL(request.url).searchParams.get("invitation");
  const invitation = await openInvitation(code);
  const closed = config.registration === "closed" && !invitation ? messageFor("registration-closed") : undefined;
  const action =
    code && invitation ? `/register?${new URLSearchParams({ invitation: code })}` : keepFrom("/register", from);
  const invited = invitation && {
    email: invitation.email,
    name: await nameInDirectory(invitation.email),
    as: accessTitle(invitation),
  };
  return data(
    {
      action,
      loginHref: keepFrom("/login", from),
      closed,
      invited,
      becomesAdmin: isLocalSample() && config.registration === "open",
    },
    closed ? 403 : 200,
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const form = await parseForm(request, RegisterForm);
  const invitation = await openInvitation(new URL(request.url).searchParams.get("invitation"));
  if (config.registration === "closed" && !invitation)
    return rejectForm(form, { "": messageFor("registration-closed") }, 403);
  if (!form.ok) return rejectForm(form);

  const { email, password } = form.values;
  if (invitation && invitation.email !== email)
    return rejectForm(form, { email: `Your invitation is for ${invitation.email}: it counts with that address alone` });
  const tries = await takeAttempt("register", email, context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait);

  const from = pathAfterSignIn(request);
  const name = (invitation && (await nameInDirectory(email))) ?? form.values.name;
  try {
    const account = await identity().signUp({ displayName: name, email, password });
    // The mailed code of the invitation has proved the address already.
    if (invitation)
      return await completeSignIn(request, await identity().proveAddress(account), {
        way: "password",
        remember: false,
        address: context?.address ?? "",
        began: new Date(),
      });
    const link = await identity().sendVerification(account, from);
    const headers = await rememberMailed({
      purpose: "verification",
      email,
      link,
      signUp: account.signUp,
      name,
      certain: true,
    });
    return redirect(keepFrom("/email-verification", from), { status: 303, headers });
  } catch (error) {
    return refuseForm(form, error, context?.requestId, { "email-already-exists": "email", ...ofNewPassword });
  }
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** Returns the introduction to the form: what happens after registration. */
function leadOf(invited: { as: string } | undefined, becomesAdmin: boolean) {
  if (invited) return `You are invited as ${invited.as}. Choose a password, and you are in.`;
  const link = "We mail you a link to verify your address.";
  return becomesAdmin ? `${link} This is a sample to try: whoever registers becomes an admin.` : link;
}

export default function Register() {
  const { action: sendTo, loginHref, closed, invited, becomesAdmin } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const logIn = (
    <>
      Have an account?{" "}
      <a className="link" href={loginHref}>
        Log in
      </a>
    </>
  );
  if (closed) {
    return (
      <AuthPage title="Create an account" after={logIn}>
        <p>{closed}</p>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Create an account" lead={leadOf(invited, becomesAdmin)} after={logIn}>
      <ErrorSummary form={form} what="The account was not created." />
      <GoogleFirst />
      <AuthForm action={sendTo} send="Create account" sending="Creating the account…">
        <NameField known={invited?.name} form={form} />
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          form={form}
          defaultValue={invited?.email}
          readOnly={invited !== undefined}
        />
        <NewPasswordField label="Password" form={form} />
      </AuthForm>
    </AuthPage>
  );
}

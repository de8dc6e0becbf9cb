import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "config";
import { parseForm, unsaved } from "~/lib/form.server";
import { TextField } from "~/ui/fields";
import { ErrorSummary } from "~/ui/form";
import { RegisterForm } from "./account-forms";
import { takeTry } from "./attempts.server";
import { AuthForm } from "./auth-form";
import { AuthPage, ownFrame, pageTitle } from "./auth-page";
import { keepFrom, ofNewPassword, refuseForm, refuseForNow, wayBack } from "./enter.server";
import { GoogleFirst } from "./google/google-button";
import { identity } from "./identity/identity.server";
import { rememberMailed } from "./mailed.server";
import { messageFor } from "./messages";
import { NewPasswordField } from "./passwords/new-password-field";
import { requireGuest } from "./session.server";

export const handle = ownFrame;
export const meta = pageTitle("Create an account");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const from = wayBack(request);
  const closed = config.registration === "closed" ? messageFor("registration-closed") : undefined;
  return data({ action: keepFrom("/register", from), loginHref: keepFrom("/login", from), closed }, closed ? 403 : 200);
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const form = await parseForm(request, RegisterForm);
  if (config.registration === "closed") return unsaved(form, { "": messageFor("registration-closed") }, 403);
  if (!form.ok) return unsaved(form);

  const { name, email, password } = form.values;
  const tries = await takeTry("register", email, context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait);

  const from = wayBack(request);
  try {
    const account = await identity().signUp({ displayName: name, email, password });
    const link = await identity().sendVerification(account, from);
    const headers = await rememberMailed({ purpose: "verification", email, link, signUp: account.signUp, name, certain: true });
    return redirect(keepFrom("/email-verification", from), { status: 303, headers });
  } catch (error) {
    return refuseForm(form, error, context?.requestId, { "email-already-exists": "email", ...ofNewPassword });
  }
}

export { keepForm as clientAction } from "~/lib/unreached";

export default function Register() {
  const { action: sendTo, loginHref, closed } = useLoaderData<typeof loader>();
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
    <AuthPage title="Create an account" lead="We mail you a link to verify your address." after={logIn}>
      <ErrorSummary form={form} what="The account was not created." />
      <GoogleFirst />
      <AuthForm action={sendTo} send="Create account" sending="Creating the account…">
        <TextField name="name" label="Name" autoComplete="name" maxLength={100} required form={form} />
        <TextField name="email" label="E-mail" type="email" autoComplete="username" maxLength={254} required form={form} />
        <NewPasswordField label="Password" form={form} />
      </AuthForm>
    </AuthPage>
  );
}

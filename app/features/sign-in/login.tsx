import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { useActionData, useLoaderData } from "@remix-run/react";
import { config } from "config";
import { type ParsedForm, parseForm, rejectForm } from "~/core/form/form.server";
import { isLocalSample } from "~/core/http/local-sample.server";
import { passwordQueue } from "~/core/http/work-queues.server";
import { CheckboxField } from "~/ui/form/choices";
import { TextField } from "~/ui/form/fields";
import { PasswordField } from "~/ui/form/password-field";
import { ErrorSummary } from "~/ui/form/form";
import { LoginForm } from "./account-forms";
import { takeAttempt } from "~/auth/attempts.server";
import { AuthForm } from "./auth-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { DemoChoice } from "./demo-choice";
import { keepTypedAddress } from "./typed-address";
import { completeSignIn, keepFrom, pathAfterSignIn, writingRefusal } from "./enter.server";
import { refuseForm, refuseForNow } from "~/auth/refusals.server";
import { GoogleExplained, GoogleFirst } from "~/auth/google/google-button";
import { demoAccounts } from "~/auth/identity/demo.server";
import { identity } from "~/auth/identity/identity.server";
import { IdentityError } from "~/auth/identity-errors";
import { requireGuest } from "~/auth/session.server";
import { signInRequester } from "~/auth/sessions/known-device.server";

export const handle = ownFrame;
export const meta = pageTitle("Log in");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const from = pathAfterSignIn(request);
  return {
    action: keepFrom("/login", from),
    forgotHref: keepFrom("/forget-password", from),
    registerHref: config.registration === "closed" ? undefined : keepFrom("/register", from),
    explainGoogle: config.sampleData && !config.firebase,
    demo: isLocalSample() ? await demoAccounts() : [],
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const form = await parseForm(request, LoginForm);
  if (!form.ok) return rejectForm(form);

  const requester = await signInRequester(request, form.values.email);
  return passwordQueue.hold(requester, () => logIn(request, context, form));
}

type LoginValues = Extract<ParsedForm<z.output<typeof LoginForm>>, { ok: true }>;

async function logIn(request: Request, context: ActionFunctionArgs["context"], form: LoginValues) {
  const { email, password, remember } = form.values;
  const address = context?.address ?? "";
  const tries = await takeAttempt("sign-in", email, address);
  if (!tries.ok) return refuseForNow(form, tries.wait);

  try {
    const began = new Date();
    const account = await writingRefusal(
      request,
      email,
      { way: "password", address },
      identity().signIn(email, password),
    );
    const arrival = { way: "password" as const, remember: remember === "on", address, began, also: tries.giveBackIn };
    try {
      return await completeSignIn(request, account, arrival);
    } finally {
      await tries.giveBack();
    }
  } catch (error) {
    if (error instanceof IdentityError && error.isFault) await tries.giveBack(); // nothing was guessed
    return refuseForm(form, error, context?.requestId);
  }
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Login() {
  const { action: sendTo, forgotHref, registerHref, explainGoogle, demo } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const forgot = (
    <a className="link reach text-sm" href={forgotHref} onClick={keepTypedAddress}>
      Forgot it?
    </a>
  );
  const register = registerHref && (
    <>
      New here?{" "}
      <a className="link" href={registerHref}>
        Create an account
      </a>
    </>
  );
  return (
    <AuthPage title="Welcome back" lead="Log in to manage your users, orders and invoices." after={register}>
      <ErrorSummary form={form} what="" />
      <GoogleFirst otherwise={explainGoogle && <GoogleExplained />} />
      <AuthForm action={sendTo} send="Log in" sending="Logging in…">
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          form={form}
          autoFocus={!form}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          form={form}
          aside={forgot}
        />
        <CheckboxField name="remember" label="Keep me logged in on this device" form={form} className="text-sm" />
      </AuthForm>
      <DemoChoice accounts={demo} action={sendTo} />
    </AuthPage>
  );
}

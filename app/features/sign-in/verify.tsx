import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { db, write } from "db";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { recordSecurity } from "~/core/resource/act.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { Alert } from "~/ui/alert";
import { CheckboxField } from "~/ui/form/choices";
import { ErrorSummary } from "~/ui/form/form";
import { takeAttempt } from "~/auth/attempts.server";
import { AuthForm } from "./auth-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { resumeSignIn, keepFrom, tooLate, pathAfterSignIn } from "./enter.server";
import { refuseForNow } from "~/auth/refusals.server";
import { requireGuest } from "~/auth/session.server";
import { placeOf } from "~/auth/sessions/place.server";
import { recordRefusal } from "~/auth/sessions/sign-ins.server";
import { CodeField } from "~/auth/second-factor/code-field";
import { appCodesRefused } from "~/auth/second-factor/code-limit.server";
import { codeRule } from "~/auth/second-factor/code-rule";
import { countAttempt, endStep, readStep, trustBrowser, trustDays } from "~/auth/second-factor/steps.server";
import { checkCode } from "~/auth/second-factor/second-factor.server";

export const handle = ownFrame;
export const meta = pageTitle("Verify it is you");

const CodeForm = z.object({
  code: codeRule,
  trust: z.literal("on").optional().catch(undefined),
});

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "code");
  if (!half) throw await tooLate(request);
  const from = pathAfterSignIn(request);
  return {
    action: keepFrom("/login/verify", from),
    loginHref: keepFrom("/login", from),
    days: trustDays,
    recoveryOnly: await appCodesRefused(db, half.person.id),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "code");
  if (!half) return tooLate(request);
  const form = await parseForm(request, CodeForm);
  if (!form.ok) return rejectForm(withoutCode(form));

  const { step, person } = half;
  const began = new Date();
  const address = context?.address ?? "";
  const tries = await takeAttempt("second-factor", String(person.id), address);
  if (!tries.ok) return refuseForNow(withoutCode(form), tries.wait);
  const done = await write(async (tx) => {
    const may = await countAttempt(tx, step);
    if (may !== "ok") return may;
    const checked = await checkCode(tx, person.id, form.values.code, placeOf(request, address));
    if (!checked.ok) return checked;
    await endStep(tx, step);
    await tries.giveBackIn(tx);
    if (checked.recovery !== undefined) {
      await recordSecurity(tx, person, person, "logged in with a recovery code");
      await queueMail(
        tx,
        securityMail(
          person.email,
          "A recovery code was used",
          `Somebody logged in to your account with a recovery code. ${checked.recovery} of ten are left.`,
        ),
      );
    }
    return { ...checked, trusted: form.values.trust ? await trustBrowser(tx, request, person.id) : undefined };
  });
  if (done === "over") return tooLate(request, "Those were too many wrong codes. Log in again.");
  if (done === "gone") return redirect(pathAfterSignIn(request), 303); // pressed twice: the first press led in
  if (!done.ok) {
    recordRefusal(request, person, { way: step.way, why: "wrong-code", address });
    return rejectForm(withoutCode(form), { code: done.why });
  }
  const answer = await resumeSignIn(half, request, { began, address }, { code: true });
  if (done.trusted) answer.headers.append("Set-Cookie", done.trusted["Set-Cookie"]);
  return answer;
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** Removes the code from a rejected form, because each code works only once. */
const withoutCode = <Form extends { fields: object }>(form: Form): Form => ({
  ...form,
  fields: { ...form.fields, code: "" },
});

export default function Verify() {
  const { action: sendTo, loginHref, days, recoveryOnly } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const other = (
    <>
      Not you?{" "}
      <a className="link" href={loginHref}>
        Log in as someone else
      </a>
    </>
  );
  return (
    <AuthPage
      title="Verify it is you"
      lead={
        recoveryOnly ? "Enter one of your recovery codes." : "Enter the 6-digit code that your authenticator app shows."
      }
      after={other}
    >
      <ErrorSummary form={form} what="" />
      {recoveryOnly && !form && (
        <Alert family="warning" className="mb-5 text-sm">
          {recoveryOnly}
        </Alert>
      )}
      <AuthForm action={sendTo} send="Verify" sending="Verifying…">
        <CodeField
          hint={recoveryOnly ? undefined : "Without your phone, enter one of your recovery codes instead."}
          required
          form={form}
          autoFocus={!form && !recoveryOnly}
        />
        <CheckboxField name="trust" label={`Trust this browser for ${days} days`} form={form} className="text-sm" />
      </AuthForm>
    </AuthPage>
  );
}

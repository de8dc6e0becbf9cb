import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { write } from "db";
import { takeAttempt } from "~/auth/attempts.server";
import { refuseForNow } from "~/auth/refusals.server";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { CodeField } from "~/auth/second-factor/code-field";
import { codeRule } from "~/auth/second-factor/code-rule";
import { mustHaveSecondFactor } from "~/auth/second-factor/requirement.server";
import { checkCode, endSecondFactor, isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { requireUser } from "~/auth/session.server";
import { placeOf } from "~/auth/sessions/place.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity } from "~/core/resource/act.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Form } from "~/ui/owned-form";
import { secondFactorPage } from "~/auth/second-factor/page";

/** Message for users who are required to have a second factor. */
const turnOffRefusal =
  "Your company requires a second factor of staff, admins and owners, so it stays on. An owner can end that.";

export const meta = settingsTitle("Turn off two-factor");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  if (!(await isSecondFactorOn(me.id))) throw redirect(secondFactorPage);
  return { proof: await reauthenticationFor(request, me), required: await mustHaveSecondFactor(me) };
}

const OffForm = z.object({ code: codeRule, ...reauthenticationFields });

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, OffForm);
  if (!(await isSecondFactorOn(me.id))) return redirectWithToast(secondFactorPage, { text: "Two-factor is off." });
  if (await mustHaveSecondFactor(me)) return rejectForm({ ...form, fields: {} }, { "": turnOffRefusal });
  if (!form.ok) return rejectForm({ ...form, fields: {} });
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer; // the code was not looked at, and still counts
  const { headers } = proof;
  const tries = await takeAttempt("second-factor", String(me.id), context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait, headers);
  const checked = await write(async (tx) => {
    if (await mustHaveSecondFactor(me, tx)) return { ok: false as const, why: turnOffRefusal };
    const checked = await checkCode(tx, me.id, form.values.code, placeOf(request, context?.address));
    if (!checked.ok) return checked;
    await endSecondFactor(tx, me.id);
    await recordSecurity(tx, me, me, "turned two-factor authentication off");
    await queueMail(
      tx,
      securityMail(
        me.email,
        "Two-factor authentication is off",
        "Two-factor authentication was turned off for your account.",
      ),
    );
    return checked;
  });
  if (!checked.ok) {
    logSecurityEvent({
      event: "account",
      outcome: "failure",
      userId: me.id,
      what: "turn two-factor off",
      why: "wrong-code",
    });
    return rejectForm({ ...form, fields: {} }, { code: checked.why }, { status: 400, headers });
  }
  await tries.giveBack();
  return redirectWithToast(
    secondFactorPage,
    { text: "Two-factor is off. A password is enough to log in now." },
    headers,
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function TurnOff() {
  const { proof, required } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  if (required) return <SecondFactorRequired />;
  return (
    <>
      <SettingsHead title="Turn off two-factor" lead="Your password, or Google, alone will be enough to log in." />
      <ErrorSummary form={form} what="Two-factor is still on." className="mb-0!" />
      <Card heading="h3" title="Is it you?">
        <CardBody>
          <Form method="post" className="grid gap-4">
            <ReauthenticationField proof={proof} form={form} />
            <CodeField hint="The 6 digits that your app shows, or a recovery code." required form={form} />
            <p className="text-sm text-muted">
              Your recovery codes and trusted browsers are forgotten. To turn two-factor on again you begin anew.
            </p>
            <FormButtons cancel={secondFactorPage}>
              <Button color="error">Turn off two-factor</Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

function SecondFactorRequired() {
  return (
    <>
      <SettingsHead title="Turn off two-factor" lead="Yours cannot be turned off." />
      <Alert>{turnOffRefusal} To move to another phone, ask an owner or admin to reset your second factor.</Alert>
    </>
  );
}

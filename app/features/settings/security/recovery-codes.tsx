import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { write } from "db";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { regenerateCodes, secondFactorOf } from "~/auth/second-factor/second-factor.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity } from "~/core/resource/act.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Form } from "~/ui/owned-form";
import { secondFactorPage } from "~/auth/second-factor/page";

export const meta = settingsTitle("New recovery codes");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const now = await secondFactorOf(me);
  if (now.state !== "on") throw redirect(secondFactorPage); // there are none yet, or new ones are shown there
  return { left: now.codesLeft, proof: await reauthenticationFor(request, me) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, z.object(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  if ((await secondFactorOf(me)).state !== "on") return redirect(secondFactorPage, 303); // pressed twice: the first press made them
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  await write(async (tx) => {
    if (!(await regenerateCodes(tx, me.id))) return;
    await recordSecurity(tx, me, me, "made new recovery codes");
    await queueMail(
      tx,
      securityMail(
        me.email,
        "New recovery codes",
        "New recovery codes were made for your account. The old ones work no more.",
      ),
    );
  });
  return redirect(secondFactorPage, { status: 303, headers: proof.headers });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function RecoveryCodes() {
  const { left, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead
        title="New recovery codes"
        lead="For when the old ones are used up, lost, or seen by somebody else."
      />
      <ErrorSummary form={form} what="No codes were made." className="mb-0!" />
      <Card heading="h3" title="Ten new codes">
        <CardBody>
          <p>
            {left === 0
              ? "You have none left."
              : `The ${left === 1 ? "one code" : `${left} codes`} that you still have will work no more.`}{" "}
            The new ones are shown once.
          </p>
          <Form method="post" className="mt-5 grid gap-4">
            <ReauthenticationField proof={proof} form={form} />
            <FormButtons cancel={secondFactorPage}>
              <Button>Make new codes</Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

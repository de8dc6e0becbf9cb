import { type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { User } from "db/schema";
import { takeAttempt } from "~/auth/attempts.server";
import { refusal, refuseForNow } from "~/auth/refusals.server";
import { askForAddress, cancelAddress, waitingAddress } from "~/features/sign-in/new-address.server";
import { DeadLink, noMailSent, ShownMail } from "~/auth/mails/mail-alerts";
import { readMailed, rememberMailed } from "~/auth/mails/mailed.server";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { mailsAccountLinks } from "~/core/http/mail-sentences.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { email } from "~/core/form/rules";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Time } from "~/ui/values/time";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Form } from "~/ui/owned-form";

export const meta = settingsTitle("Change e-mail address");

const path = "/settings/email";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const waiting = await waitingAddress(me);
  if (!waiting) return { now: me.email, proof: await reauthenticationFor(request, me) };
  const mailed = await readMailed(request, "new-address");
  return {
    now: me.email,
    waiting: {
      ...waiting,
      isSent: mailsAccountLinks(),
      link: mailed?.email === waiting.email ? mailed.link : undefined,
    },
  };
}

const AddressForm = z.object({
  act: z.enum(["ask", "again", "cancel"], "Press one of the buttons"),
  email: email().optional(),
  ...reauthenticationFields,
});

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, AddressForm);
  if (!form.ok) return rejectForm(form);
  const { act, email } = form.values;
  if (act === "cancel") {
    const text = (await cancelAddress(me))
      ? "The change is cancelled, and the link of the mail leads nowhere. Your e-mail address stays as it is."
      : "There was nothing to cancel.";
    return redirectWithToast("/settings", { text });
  }
  if (act === "again") {
    const waiting = await waitingAddress(me);
    if (!waiting)
      return redirectWithToast(path, {
        text: "That change was not waiting any more. Ask for it again.",
        tone: "error",
      });
    return ask(me, { email: waiting.email, form, context, headers: new Headers() });
  }
  if (!email) return rejectForm(form, { email: "Enter an e-mail address" });
  if (email === me.email) return rejectForm(form, { email: "This is your e-mail address already. Enter another one." });
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  return ask(me, { email, form, context, headers: proof.headers });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

interface AddressRequest {
  email: string;
  form: FormState;
  context: AppLoadContext | undefined;
  /** Headers of every response. */
  headers: Headers;
}

/** Requests a new address. Attempts are limited per user, to prevent probing for accounts and mailing strangers. */
async function ask(me: User, { email, form, context, headers }: AddressRequest) {
  const tries = await takeAttempt("new-address", String(me.id), context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait, headers);
  try {
    const link = await askForAddress(me, email);
    headers.append("Set-Cookie", (await rememberMailed({ purpose: "new-address", email, link }))["Set-Cookie"]);
    return redirect(path, { status: 303, headers });
  } catch (error) {
    const { code, message, status } = refusal(error, context?.requestId);
    if (code !== "email-already-exists" && code !== "address-taken")
      return rejectForm(form, { "": message }, { status, headers });
    const field = form.fields.act === "again" ? "" : "email"; // there is no field where one waits
    return rejectForm(
      form,
      { [field]: "Somebody else has this e-mail address. Enter another one." },
      { status: 400, headers },
    );
  }
}

export default function ChangeEmail() {
  const { now, waiting, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead
        title="Change e-mail address"
        lead="It changes when you open the link that we mail to the new one."
      />
      <ErrorSummary form={form} what="Your e-mail address was not changed." className="mb-0!" />
      {waiting ? <Waiting now={now} {...waiting} /> : <Ask now={now} proof={proof} form={form} />}
    </>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

function Waiting({ now, email, until, link, isSent }: { now: string } & NonNullable<Loaded["waiting"]>) {
  return (
    <Card
      heading="h3"
      title={<>Waiting for {email}</>}
      sub={
        <>
          The link works once, until <Time value={until} clock />
        </>
      }
    >
      <CardBody className="grid gap-4">
        <ShownMail link={link}>Make it my address</ShownMail>
        {!isSent && !link && <DeadLink>{noMailSent}</DeadLink>}
        <p className="break-words">
          Open the link in the mail to <strong>{email}</strong> in a browser where you are logged in. Until then you log
          in with <strong>{now}</strong>, which was told of this too.
        </p>
        <Form method="post" className="flex flex-wrap gap-2">
          <Button name="act" value="again" variant="outline">
            Send it again
          </Button>
          <Button name="act" value="cancel" variant="ghost">
            Cancel the change
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}

function Ask({ now, proof, form }: { now: string; proof: Loaded["proof"]; form?: FormState }) {
  return (
    <Card heading="h3" title="New address" sub={<>Now it is {now}</>}>
      <CardBody>
        <Form method="post" noValidate className="grid gap-4">
          <TextField
            name="email"
            label="New e-mail address"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            form={form}
          />
          <ReauthenticationField proof={proof} form={form} />
          <Alert>
            Both addresses get a mail: the new one the link, the old one word of it. You stay logged in, and your
            password stays the same.
          </Alert>
          <FormButtons cancel="/settings">
            <Button name="act" value="ask">
              Send the link
            </Button>
          </FormButtons>
        </Form>
      </CardBody>
    </Card>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { formatNumber } from "~/core/values/noun";
import { erasedOn } from "~/core/values/deactivated";
import { deactivate, countAffected, deactivationRefusal } from "~/features/deactivation/deactivation.server";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { signOut } from "~/auth/sign-in.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Time } from "~/ui/values/time";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { Form } from "~/ui/owned-form";

export const meta = settingsTitle("Account Deactivation");

/** The word to type as confirmation, in any case. */
const confirmationWord = "deactivate";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return {
    email: me.email,
    why: await deactivationRefusal(me),
    word: confirmationWord,
    until: erasedOn(new Date()),
    there: await countAffected(me),
    proof: await reauthenticationFor(request, me),
  };
}

const Confirmed = z.object({
  confirm: z
    .string({ error: `Type “${confirmationWord}”` })
    .refine((typed) => typed.trim().toLowerCase() === confirmationWord, `Type “${confirmationWord}”`),
  ...reauthenticationFields,
});

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, Confirmed);
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const refused = await deactivate(me);
  if (refused) return rejectForm(form, { "": refused }, { status: 409, headers: proof.headers });
  return redirectWithToast(
    "/login",
    { text: "Your account is deactivated. Log in within 30 days to come back." },
    (await signOut(request)).headers,
    { newDocument: true },
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function AccountDeactivation() {
  const { email, why, word, until, there, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead title="Account Deactivation" lead="Leave Portico. For 30 days you can change your mind." />
      <ErrorSummary form={form} what="Your account was not deactivated." className="mb-0!" />
      <Card heading="h3" title="Your data" sub="Take it with you first" aside={<Download />}>
        <CardBody>
          <p>
            A ZIP with your profile, sign-ins, inbox, reviews and activity, and the orders and invoices whose customer
            you are, as JSON and CSV.
          </p>
        </CardBody>
      </Card>
      <Card heading="h3" title="What happens">
        <CardBody>
          <Consequences there={there} until={<Time value={until} />} />
        </CardBody>
      </Card>
      <Card heading="h3" title="Deactivate your account">
        <CardBody>
          {why && !form ? (
            <p>
              {why}{" "}
              <a className="link" href="/team">
                Manage Team
              </a>
            </p>
          ) : (
            <Form method="post" className="grid gap-4">
              <ReauthenticationField proof={proof} form={form} />
              <TextField
                name="confirm"
                label={`Type “${word}” to confirm`}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                hint={`It is about ${email}.`}
                required
                form={form}
              />
              <FormButtons cancel="/settings">
                <Button color="error">Deactivate my account</Button>
              </FormButtons>
            </Form>
          )}
        </CardBody>
      </Card>
    </>
  );
}

const Download = () => (
  <ButtonLink href="/settings/data.zip" download variant="outline" size="sm" icon="download">
    Download my data
  </ButtonLink>
);

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${formatNumber(count)} ${many}`);

function Consequences({
  there: { sessions, tokens, inbox, books },
  until,
}: {
  there: Awaited<ReturnType<typeof countAffected>>;
  until: ReactNode;
}) {
  const [orders, invoices] = books;
  return (
    <ul className="list-disc space-y-2 ps-5 marker:text-subtle">
      <li>
        <strong>At once</strong> you are logged out everywhere: {counted(sessions, "one session ends", "sessions end")}
        {tokens > 0 && `, ${counted(tokens, "one API token dies", "API tokens die")}`}, and nobody can log in with your
        account.
      </li>
      <li>
        <strong>Until {until}</strong> nothing is lost. Log in with the same password, or Google, and you are asked
        whether you want to come back.
      </li>
      <li>
        <strong>After that</strong> your profile, picture and sign-ins
        {inbox > 0 && `, ${counted(inbox, "one notification or message", "notifications and messages")}`} and the
        account itself are erased, and your name goes from reviews and from what you did.
      </li>
      <li>
        <strong>The books stay as they were written</strong>: the{" "}
        {orders && (
          <a className="link" href={orders.href}>
            {orders.text}
          </a>
        )}{" "}
        and{" "}
        {invoices && (
          <a className="link" href={invoices.href}>
            {invoices.text}
          </a>
        )}{" "}
        whose customer you are, with name and address, and what you wrote or changed in records that stay, without your
        name.
      </li>
    </ul>
  );
}

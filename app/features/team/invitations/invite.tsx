import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import type { Confirmation } from "~/core/access/confirmation";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { rememberMailed } from "~/auth/mails/mailed.server";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, rejectForm } from "~/core/form/form.server";
import { hasMailServer, invitedSentence } from "~/core/http/mail-sentences.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { useWatch } from "~/ui/form/watch";
import { NoMailServer } from "~/ui/record/no-mail-server";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { AccessFields } from "../access/access-fields";
import { tryWrite } from "~/core/resource/act.server";
import { grantOf, InviteForm } from "../forms";
import { invite } from "./invitations.server";
import { type AccessGrant, accessTitle } from "~/core/access/levels";
import { levelsFor } from "~/core/access/grants.server";
import { invitationDays } from "~/features/team/limits";
import { userFields } from "~/features/users/fields";

export const meta = () => [{ title: "Invite somebody · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  return { levels: levelsFor(me), formKey: newFormKey(), hasMailServer: hasMailServer() };
}

/** Mails an invitation. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const form = await parseForm(request, InviteForm.extend(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const given = grantOf(form.values);
  if ("errors" in given) return rejectForm(form, given.errors);
  const invited = { email: form.values.email, ...given.to };
  return confirmedForm({ request, context }, me, dangerOf(invited), form, async () => {
    const done = await tryWrite((tx) => invite(tx, me, invited, form.key));
    if (!done.ok) return rejectForm(form, done.errors, done.status);
    const { email, link } = done.result;
    const headers = new Headers(link ? await rememberMailed({ purpose: "invitation", email, link }) : undefined);
    return redirectWithToast(
      "/team/invitations",
      { text: invitedSentence(`${email} is invited`, `The mail’s link is good for ${invitationDays} days.`) },
      headers,
    );
  });
}

const dangerOf = ({ email, ...to }: AccessGrant & { email: string }): Confirmation => ({
  title: `Invite ${email}?`,
  text: `Whoever reads mail at that address can then sign in with access as ${accessTitle(to)}.`,
  button: "Send the invitation",
  back: "/team/invite",
});

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Invite() {
  const { levels, formKey, hasMailServer } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { watch, round, state } = useWatch(form);
  return (
    <>
      <PageTitle
        title="Invite somebody"
        breadcrumb={[{ href: "/team", title: "Team" }]}
        here="Invite"
        summary={`They get a mail with a link that works once, for ${invitationDays} days.`}
      />
      <ErrorSummary form={form} what="Nobody was invited." />
      {!hasMailServer && <NoMailServer className="mb-5 max-w-2xl" />}
      <Card className="max-w-2xl">
        <CardBody>
          <Form method="post" key={round} className="grid gap-5" {...watch}>
            <input type="hidden" name="key" value={form?.key ?? formKey} />
            <RecordField
              of={userFields.email}
              form={form}
              first
              autoComplete="off"
              hint="Only who signs in with this address gets the access. It may be somebody in the directory."
            />
            <AccessFields levels={levels} form={form} />
            <p className="text-sm text-muted">
              When they first sign in, they have this access at once, and the owners are told.
            </p>
            <FormButtons cancel="/team" state={state}>
              <Button icon="send">Send the invitation</Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

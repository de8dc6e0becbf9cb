import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import type { Confirmation } from "~/core/access/confirmation";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { signOut } from "~/auth/sign-in.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { withListState } from "~/shell/list-state.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Form } from "~/ui/owned-form";
import { PageTitle } from "~/ui/page-title";
import { tryWrite } from "~/core/resource/act.server";
import { deleteDemoLogins, describeRemoval, noDemoAccount, removalNote } from "./demo-logins.server";

export const meta = () => [{ title: "Demo accounts · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "company");
  return describeRemoval(me);
}

const RemovalForm = z.object({ act: z.literal("remove", "Press the button"), ...reauthenticationFields });

/** Removes the demo accounts and ends their sessions. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "company");
  const form = await parseForm(request, RemovalForm);
  if (!form.ok) return rejectForm(form);
  return confirmedForm({ request, context }, me, confirmation, form, async () => {
    const removal = await tryWrite((tx) => deleteDemoLogins(tx, me));
    if (!removal.ok) return rejectForm(form, removal.errors, removal.status);
    const text = removal.result.length > 0 ? removalNote(removal.result) : noDemoAccount;
    if (!removal.result.some(({ userId }) => userId === me.id))
      return redirectWithToast(await withListState(request, me, "/team"), { text });
    return redirectWithToast("/login", { text }, (await signOut(request)).headers, { newDocument: true });
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

const consequences =
  "They are logged out everywhere, and nobody can log in with them again. Their people stay in the directory, without access, because orders, invoices and tickets refer to them. This cannot be undone.";

const confirmation: Confirmation = {
  title: "Remove the demo accounts?",
  text: consequences,
  button: "Remove demo accounts",
  back: "/team/demo-accounts",
  isDanger: true,
};

export default function DemoAccounts() {
  const { emails, refusal, hasOwn } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <PageTitle
        title="Demo accounts"
        breadcrumb={[{ href: "/team", title: "Team" }]}
        here="Demo accounts"
        summary="Their password is published, so Portico starts with your own data only once they are gone."
      />
      <ErrorSummary form={form} what="Nothing was removed." />
      <div className="grid max-w-2xl gap-5">
        {emails.length === 0 ? (
          <Alert family="success">There are no demo accounts.</Alert>
        ) : (
          <Card title="Remove the demo accounts">
            <CardBody className="grid gap-4">
              <p>These accounts are deleted:</p>
              <ul className="list-disc ps-5">
                {emails.map((email) => (
                  <li key={email} className="wrap-anywhere">
                    {email}
                  </li>
                ))}
              </ul>
              <p>
                {consequences}{" "}
                {hasOwn && <strong>You are logged in with one of them, so you are logged out too.</strong>}
              </p>
              {refusal ? <Refusal text={refusal} /> : <RemovalButtons />}
            </CardBody>
          </Card>
        )}
      </div>
    </>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <>
      <Alert family="warning">{text}</Alert>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/team/invite">Invite an owner</ButtonLink>
        <ButtonLink href="/team" variant="ghost">
          Back to the team
        </ButtonLink>
      </div>
    </>
  );
}

function RemovalButtons() {
  return (
    <Form method="post" noValidate>
      <FormButtons cancel="/team">
        <Button name="act" value="remove" color="error">
          Remove demo accounts
        </Button>
      </FormButtons>
    </Form>
  );
}

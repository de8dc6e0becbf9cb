import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { notFound } from "~/core/http/respond.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { requireUser } from "~/auth/session.server";
import { pendingActIn } from "./confirm.server";
import { ReauthenticationField } from "./reauthentication-field";
import { reauthenticationFields, reauthenticationFor, reauthenticate } from "./reauthentication.server";
import { useNavigation } from "~/ui/navigation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Confirm"} · Portico` }];

/** Returns the waiting request's description, and how to re-authenticate. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("asked")) throw redirect("/");
  const waiting =
    pendingActIn(me, searchParams) ??
    notFound("This is no longer known here, and nothing was changed. Go back to where you were, and do it again.");
  return { ...waiting, proof: await reauthenticationFor(request, me) };
}

/** Accepts the proof for a download; the form of an action posts directly to that action. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, z.object(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  return proof.ok ? redirect(request.url, { status: 303, headers: proof.headers }) : proof.answer;
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Confirm() {
  const { title, text, button, back, isDanger, to, fields, wrong, proof } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.form;
  const form = refused ?? (wrong ? { fields: {}, errors: { currentPassword: wrong } } : undefined);
  const { search } = useLocation(); // changes after each attempt, so that no field keeps a wrong password
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <PageTitle title={title} summary="Nothing has been done yet." />
      <ErrorSummary form={form} what="Nothing was done." />
      <Card className="max-w-2xl">
        <CardBody>
          <Form key={search} method="post" action={fields ? to : undefined} noValidate className="grid gap-4">
            <p>{text}</p>
            {fields?.map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <ReauthenticationField proof={proof} form={form} />
            <FormButtons cancel={back}>
              {fields || proof ? (
                <Button busy={busy} variant={isDanger ? "destructive" : "default"}>
                  {fields ? button : "Go on"}
                </Button>
              ) : (
                <ButtonLink href={to} download icon="download">
                  {button}
                </ButtonLink>
              )}
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

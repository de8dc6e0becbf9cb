import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { hasMailServer } from "~/core/http/mail-sentences.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, RequiredNote } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";
import { channels } from "../channels.server";
import { SupportHead } from "../parts/support-head";
import { StillStuck } from "../contact-card";
import { ticketResource } from "../tickets/tickets.server";
import { ask, newQuestion } from "./ask.server";
import { AskFields } from "./ask-fields";

export const meta: MetaFunction = () => [{ title: "Contact · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const sent = await ticketResource.get(me, recordId(new URL(request.url).searchParams.get("sent")));
  return {
    question: await newQuestion(me, request),
    channels: await channels(),
    sent:
      sent?.requesterId === me.id
        ? { id: sent.id, email: hasMailServer() ? sent.requesterEmail : undefined }
        : undefined,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  return ask(me, request, async ({ id }) => redirect(`/support/contact?sent=${id}`, 303));
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function Contact() {
  const { channels, sent } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <SupportHead title="Contact" hasPrimaryButton />
      <div className="with-aside">
        <div className="min-w-0">{sent && !result ? <Arrived {...sent} /> : <Message />}</div>
        <aside aria-label="Other ways">
          <StillStuck channels={channels} here />
        </aside>
      </div>
    </>
  );
}

function Message() {
  const { question } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { watch, round, state } = useWatch(result?.form);
  return (
    <>
      <ErrorSummary form={result?.form} what="The message was not sent." />
      <Form method="post" encType="multipart/form-data" noValidate key={round} {...watch}>
        {/* Enter presses a form's first button: this one sends. Not `hidden`, or some browsers pass it over. */}
        <button className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="key" value={result?.form.key ?? question.formKey} />
        <Card title="Your message" sub="It becomes a ticket, and you get its number." aside={<RequiredNote />}>
          <AskFields first question={question} result={result} />
          <CardBody className="flex items-center gap-4 pt-0!">
            <Button icon="send">Send message</Button>
            <span aria-live="polite">{state}</span>
          </CardBody>
        </Card>
      </Form>
    </>
  );
}

/** Replaces the form after it was sent. The link to a new form has a URL of its own, so that drafts do not mix. */
function Arrived({ id, email }: { id: number; email?: string }) {
  return (
    <Alert family="success" role="status">
      <strong>Your message has arrived as ticket #{id}.</strong>{" "}
      {email && (
        <>
          We wrote to <bdi>{email}</bdi> that we have it.{" "}
        </>
      )}
      <a className="link" href={`/support/tickets/${id}`}>
        Open the ticket
      </a>{" "}
      or{" "}
      <a className="link" href="/support/contact">
        write another message
      </a>
    </Alert>
  );
}

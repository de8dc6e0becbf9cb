import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { supportTopics, ticketPriorities } from "db/lookups";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, unsaved } from "~/lib/form.server";
import { redirectWithToast } from "~/lib/respond.server";
import { Card, CardBody } from "~/ui/card";
import { SelectField, TextareaField, TextField } from "~/ui/fields";
import { RequiredNote } from "~/ui/form";
import { PageTitle } from "~/ui/page-title";
import { RecordForm } from "~/ui/record-form";
import { words } from "~/words";
import { longestSubject } from "./limits";
import { openTicket } from "./replies.server";
import { NewTicketForm } from "./rules";
import { followUpOf } from "./writing.server";

export const meta: MetaFunction = () => [{ title: "Create ticket · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return { formKey: newFormKey(), followUp: await followUpOf(me, request) };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const form = await parseForm(request, NewTicketForm);
  if (!form.ok) return unsaved(form);
  const { body, requesterId, ...values } = form.values;
  const made = await openTicket(me, { ...values, status: "Open", requesterId: requesterId ?? me.id }, body, form.key);
  if (!made.ok) return unsaved(form, made.errors, made.status);
  return redirectWithToast(`/support/tickets/${made.row.id}`, { text: `Ticket #${made.row.id} was created`, undo: made.change });
}

export { keepForm as clientAction } from "~/lib/unreached";

export default function CreateTicket() {
  const { formKey, followUp } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <PageTitle title="Create ticket" breadcrumb={[{ href: "/support", title: "Support" }]} summary="Say what happened. You hear from us in the conversation, and by mail." />
      <RecordForm noun={words.tickets.noun} list="/support/tickets" form={form} formKey={formKey}>
        <Card title="Your question" aside={<RequiredNote />}>
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <TextField form={form} name="subject" label="Subject" required defaultValue={followUp?.subject} maxLength={longestSubject} className="sm:col-span-2" />
            <SelectField form={form} name="topic" label="Topic" required defaultValue={followUp?.topic} placeholder="Choose a topic" options={supportTopics} />
            <SelectField form={form} name="priority" label="Priority" required options={ticketPriorities} defaultValue={followUp?.priority ?? "Normal"} />
            <TextareaField form={form} name="body" label="What happened?" required defaultValue={followUp?.body} rows={8} className="sm:col-span-2" />
          </CardBody>
        </Card>
      </RecordForm>
    </>
  );
}

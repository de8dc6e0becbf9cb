import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { Alert } from "~/ui/alert";
import { Card, CardBody } from "~/ui/card";
import { SelectField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { InTrash } from "~/ui/form/in-trash";
import { RecordForm } from "~/ui/form/record-form";
import { ticketFields, ticketNoun } from "./fields";
import { assigneeOptions, assigneesOf, detailsFields, readDetailsForm } from "./details-form.server";
import { PartTitle } from "./conversation/part-title";
import { ticketResource } from "./tickets.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data ? `ticket #${data.ticket.id}` : "ticket"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  const ticket = await ticketResource.at(me, params);
  return { ticket, goes: timeUntilPurge(ticket.deletedAt), ...(await assigneeOptions(ticket)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  const before = await ticketResource.at(me, params);
  const form = await readDetailsForm(request, before);
  const names = await assigneesOf(before, form.ok ? form.values.assigneeId : null);
  return saveEdit(me, { of: ticketResource, before, form, fieldsOf: detailsFields(names) });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditTicket() {
  const { ticket, goes, assignee, options } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = result && "form" in result ? result.form : undefined;
  const page = `/support/tickets/${ticket.id}`;
  const the = (name: "subject" | "status" | "priority" | "topic") => ({
    of: ticketFields[name],
    value: ticket[name],
    form,
    placeholder: "",
  });
  const name = `Ticket #${ticket.id}`;
  return (
    <>
      <PartTitle ticket={ticket} part="Edit" />
      {ticket.deletedAt && !result ? (
        <InTrash name={name} restore={`${page}/restore`}>
          Restore it to change it. It is removed for good {goes}.
        </InTrash>
      ) : result && "versions" in result ? (
        <Conflict name={name} versions={result.versions}>
          {ticket.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : (
        <RecordForm noun={ticketNoun} list="/support/tickets" record={ticket} form={form}>
          {ticket.mergedInto !== null && (
            <Alert className="mb-5">
              This ticket was merged into{" "}
              <a className="link" href={`/support/tickets/${ticket.mergedInto}`}>
                #{ticket.mergedInto}
              </a>
              , so its status stays.
            </Alert>
          )}
          <Card title="Details" aside={<RequiredNote />}>
            <CardBody className="grid gap-4 sm:grid-cols-2">
              <RecordField {...the("subject")} className="sm:col-span-2" />
              <RecordField {...the("status")} />
              <RecordField {...the("priority")} />
              <RecordField {...the("topic")} />
              <TextField
                form={form}
                name="orderId"
                label={ticketFields.orderId.label}
                optional
                before="#"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={ticket.orderId ?? ""}
                hint="The number of the order that it is about"
              />
              <SelectField
                form={form}
                name="assigneeId"
                label="Assigned"
                optional
                placeholder="Nobody"
                options={options}
                defaultValue={assignee}
                className="sm:col-span-2"
              />
            </CardBody>
          </Card>
        </RecordForm>
      )}
    </>
  );
}

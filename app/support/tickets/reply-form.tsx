import { Form } from "@remix-run/react";
import { ticketStatuses } from "db/lookups";
import type { Ticket } from "db/schema";
import type { FormState } from "~/lib/form-state";
import { Button } from "~/ui/button";
import { CheckboxField } from "~/ui/choices";
import { SelectField, TextareaField } from "~/ui/fields";
import { ErrorSummary } from "~/ui/form";

interface ReplyFieldsProps {
  ticket: Pick<Ticket, "id" | "status" | "requesterName">;
  /** Whether internal notes may be written here. */
  mayNote: boolean;
  form?: FormState;
  formKey: string;
}

/** Where a reply is written. */
export function ReplyFields({ ticket, mayNote, form, formKey }: ReplyFieldsProps) {
  const key = form?.key ?? formKey;
  return (
    <Form method="post" className="card mt-5 ms-11.5 max-sm:ms-0" key={key}>
      <input type="hidden" name="key" value={key} />
      <div className="grid gap-4 p-4">
        <ErrorSummary form={form} what="The reply was not sent." className="mb-0!" />
        <TextareaField form={form} name="body" label="Your reply" rows={4} placeholder={`Write to ${ticket.requesterName}…`} />
        {mayNote && <CheckboxField form={form} name="internal" label="Internal note: not shown to who asked" />}
      </div>
      <div className="card-foot flex flex-wrap items-end justify-end gap-2 px-4!">
        <SelectField form={form} name="status" label="Then set to" placeholder="No change" options={ticketStatuses} />
        <Button icon="send">Send reply</Button>
      </div>
    </Form>
  );
}

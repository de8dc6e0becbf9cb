import type { ReactNode } from "react";
import type { CannedReply } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Card, CardBody } from "~/ui/card";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { cannedReplyFields, cannedReplyNoun } from "./fields";

interface CannedFormProps {
  canned?: CannedReply;
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons, which stick to the bottom of the page. */
  children?: ReactNode;
}

/** The form for a new canned reply, or for one that exists. */
export function CannedForm({ canned, form, formKey, children }: CannedFormProps) {
  return (
    <RecordForm
      noun={cannedReplyNoun}
      list="/support/canned-replies"
      record={canned}
      form={form}
      formKey={formKey}
      after={children}
    >
      <Card title="Reply" bare aside={<RequiredNote />}>
        <CardBody className="grid gap-4">
          <RecordField
            of={cannedReplyFields.title}
            value={canned?.title}
            form={form}
            first
            hint="Only your team sees it, in the list beneath a ticket."
          />
          <RecordField
            of={cannedReplyFields.body}
            value={canned?.body}
            form={form}
            rows={10}
            hint="{name} becomes the first name of who asked. **Bold**, lists and links work as in any reply."
          />
        </CardBody>
      </Card>
    </RecordForm>
  );
}

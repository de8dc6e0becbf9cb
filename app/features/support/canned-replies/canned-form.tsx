import type { ReactNode } from "react";
import type { CannedReply } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { FieldsForm } from "~/ui/form/fields-form";
import { cannedReplyFields, cannedReplyNoun } from "./fields";

interface CannedFormProps {
  record?: CannedReply;
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons, which stick to the bottom of the page. */
  after?: ReactNode;
}

/** The form for a new canned reply, or for one that exists. */
export const CannedForm = (props: CannedFormProps) => (
  <FieldsForm
    noun={cannedReplyNoun}
    fields={cannedReplyFields}
    list="/support/canned-replies"
    title="Reply"
    hints={hints}
    rows={10}
    {...props}
  />
);

const hints = {
  title: "Only your team sees it, in the list beneath a ticket.",
  body: "{name} becomes the first name of who asked. **Bold**, lists and links work as in any reply.",
};

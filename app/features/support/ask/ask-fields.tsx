import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { fieldText, type FormState } from "~/core/form/form-state";
import { CardBody } from "~/ui/card";
import { TextareaField, TextField } from "~/ui/form/fields";
import { RecordField } from "~/ui/form/record-field";
import { AttachButton, type Refused, WaitingFiles } from "../tickets/attachments/attach";
import type { Attached } from "../tickets/attachments/attachments.server";
import { ticketFields } from "../tickets/fields";
import { maxAttachmentBytes, maxAttachments } from "../tickets/limits";
import type { NewQuestion } from "./ask.server";
import type { Suggestion } from "../faqs/suggest.server";
import { Suggestions } from "./suggestions";

interface AskFieldsProps {
  question: NewQuestion;
  /** Submitted values and errors of a rejected form, with suggested FAQs and the files already uploaded. */
  result?: { form: FormState; suggestions?: Suggestion[]; files?: Attached[] };
  /** Whether to show all fields of a ticket, instead of those of the contact form. */
  whole?: boolean;
  /** Whether the first field of the form gets the focus. */
  first: boolean;
  /** The field for the requester, if it can be chosen. */
  requester?: ReactNode;
}

/** The fields of a question, and the FAQs that may answer it: as one types, or, without scripts, before it is sent. */
export function AskFields({ question, result, whole, first, requester }: AskFieldsProps) {
  const { start } = question;
  const { form, suggestions: offered = [], files = question.files } = result ?? {};
  const keep = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<Refused>();
  const [subject, setSubject] = useState("");
  const found = useSuggestions(subject);
  const suggestions = found?.length ? found : offered; // the server found them by the text too, and waits for a second press
  return (
    <CardBody className="grid gap-4 sm:grid-cols-2">
      {suggestions.length > 0 && <input type="hidden" name="offered" value="yes" />}
      <label className="sr-only" aria-hidden="true">
        Website: leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      {requester}
      <RecordField
        of={ticketFields.subject}
        value={start.subject}
        form={form}
        first={first}
        className="sm:col-span-2"
        onBlur={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <Suggestions suggestions={suggestions} stopped={offered.length > 0} className="sm:col-span-2" />
      )}
      <RecordField of={ticketFields.topic} value={start.topic} form={form} />
      {whole ? (
        <>
          <RecordField of={ticketFields.priority} value={start.priority} form={form} placeholder="" />
          <TextField
            form={form}
            name="orderId"
            label="Order number"
            optional
            inputMode="numeric"
            defaultValue={start.orderId}
            hint="If it is about an order, such as 7."
          />
        </>
      ) : (
        <input type="hidden" name="priority" value="Normal" />
      )}
      <TextareaField
        form={form}
        name="body"
        label={whole ? "What happened?" : "Message"}
        required
        rows={8}
        defaultValue={start.body}
        className="sm:col-span-2"
        hint={`**bold**, *italic*, lists with -, quotes with > and links work. Up to ${maxAttachments} files of ${maxAttachmentBytes / 1024 / 1024} MB: pictures, PDF, Office, text, ZIP.`}
      />
      <div className="grid justify-items-start gap-2 sm:col-span-2">
        <WaitingFiles form={form} files={files} refused={refused} onRefused={setRefused} />
        <AttachButton form={form} files={files} keep={keep} onRefused={setRefused} />
        <button
          ref={keep}
          name="keep"
          value="files"
          formNoValidate
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        />
      </div>
      {question.from && <input type="hidden" name="from" value={fieldText(form, "from", question.from.id)} />}
      {!requester && question.requester && (
        <input type="hidden" name="requesterId" value={fieldText(form, "requesterId", question.requester.id)} />
      )}
    </CardBody>
  );
}

/** Returns FAQs that may answer the subject entered so far; undefined until the first are loaded. */
function useSuggestions(subject: string): Suggestion[] | undefined {
  const { load, data } = useFetcher<{ suggestions: Suggestion[] }>();
  useEffect(() => {
    if (subject.trim().length > 3) load(`/support/suggest?q=${encodeURIComponent(subject)}`);
  }, [subject, load]);
  return data?.suggestions;
}

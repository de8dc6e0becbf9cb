/** The form around the fields of a record of any kind. */
import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import type { Noun } from "~/core/values/noun";
import { Button, ButtonLink } from "~/ui/button";
import { useListState } from "~/ui/list/list-state";
import { Form } from "~/ui/owned-form";
import { ErrorSummary, SaveBar } from "./form";
import { useWatch } from "./watch";

interface RecordFormProps {
  noun: Noun;
  /** Path of the list. */
  list: string;
  /** The record being edited; undefined for a new one. */
  record?: { revision: number; deletedAt: Date | null };
  /** Verb of the button for a new record, by default "Create". */
  verb?: string;
  /** A second button, which posts the form with its value as `act`, to another address if it has one. */
  other?: { act: string; label: string; action?: string };
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  /** The one-time key of a form for a new record. */
  formKey?: string;
  /** Content between the form and its buttons, which stick to the bottom. */
  after?: ReactNode;
  /** Classes that lay out the fields. */
  className?: string;
  children: ReactNode;
}

/**
 * The form for a new or an existing record, with error summary, fields and buttons. In the trash, saving also
 * restores.
 */
export function RecordForm({
  noun,
  list,
  record,
  verb = "Create",
  other,
  form,
  formKey,
  after,
  className,
  children,
}: RecordFormProps) {
  const revision = record && (form?.revision ?? record.revision);
  const saving = record?.deletedAt ? { name: "restore", value: "1" } : undefined;
  const left = useListState();
  const { watch, round, state } = useWatch(form, revision);
  // Browsers keep the value a field first showed. The `key` remounts the form to show a newer revision or a draft.
  return (
    <>
      <ErrorSummary form={form} what={`The ${noun.one} was not ${record ? "saved" : "created"}.`} />
      <Form
        id={formId}
        method="post"
        encType="multipart/form-data"
        noValidate
        key={round}
        className={className}
        {...watch}
      >
        {/* Enter in a field presses the form's first button, which could remove a row; this one saves instead.
            Not `hidden`, because some browsers skip hidden buttons. */}
        <button {...saving} className="sr-only" tabIndex={-1} aria-hidden="true" />
        {record ? (
          <input type="hidden" name="revision" value={revision} />
        ) : (
          <input type="hidden" name="key" value={form?.key ?? formKey} />
        )}
        {children}
      </Form>
      {after}
      <SaveBar state={state}>
        <ButtonLink variant="ghost" href={left(list)}>
          {record ? `Back to ${noun.many}` : "Cancel"}
        </ButtonLink>
        {other && !saving && (
          <Button form={formId} variant="outline" name="act" value={other.act} formAction={other.action}>
            {other.label}
          </Button>
        )}
        <Button form={formId} {...saving}>
          {saving ? `${noun.voids ? "Reinstate" : "Restore"} and save` : `${record ? "Save" : verb} ${noun.one}`}
        </Button>
      </SaveBar>
    </>
  );
}

const formId = "record";

/** What surrounds the fields of one record, whatever its kind. */
import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import type { Noun } from "~/core/values/noun";
import { Button, ButtonLink } from "~/ui/button";
import { useLeft } from "~/ui/list/list-state";
import { Form } from "~/ui/owned-form";
import { ErrorSummary, SaveBar } from "./form";
import { useWatch } from "./watch";

interface RecordFormProps {
  noun: Noun;
  /** Where the list is. */
  list: string;
  /** What is edited; nothing for a new record. */
  record?: { revision: number; deletedAt: Date | null };
  /** What came back from a post that was not saved. */
  form?: FormState;
  /** The one-time key of a form for a new record. */
  formKey?: string;
  /** Stands between the form and its buttons, which stay at the bottom of the page. */
  after?: ReactNode;
  /** Lays out the fields. */
  className?: string;
  children: ReactNode;
}

/**
 * The form for a new record, or for one that exists: what was wrong, the fields, the buttons. In the trash it restores
 * and saves.
 */
export function RecordForm({ noun, list, record, form, formKey, after, className, children }: RecordFormProps) {
  const revision = record && (form?.revision ?? record.revision);
  const saving = record?.deletedAt ? { name: "restore", value: "1" } : undefined;
  const left = useLeft();
  const { watch, round, state } = useWatch(form, revision);
  // Browsers keep in a field what it showed first. To show a newer revision or a draft the form begins anew, which its
  // `key` sees to.
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
        {/* Enter in a field presses the form's first button, which may be one that removes a row: this one saves
            instead. Not `hidden`, or some browsers pass it over. */}
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
        <Button form={formId} {...saving}>
          {saving ? "Restore and save" : `${record ? "Save" : "Create"} ${noun.one}`}
        </Button>
      </SaveBar>
    </>
  );
}

const formId = "record";

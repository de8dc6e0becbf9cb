import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";

interface Props {
  /** Sentence on the failed action, such as "Your links were not saved." */
  what: string;
  /** Label of the save button. */
  save: string;
  isBusy?: boolean;
  /** Target of the cancel link, for pages opened from another one. */
  cancel?: string;
  /** The hidden field with the version that the form was made from. */
  origin: { name: "revision" | "seen" | "key"; value: string | number | undefined };
  /** A new value resets the form; by default the value of `origin`. */
  version?: string | number;
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  /** The cards of the form. */
  children: ReactNode;
}

/** The form of a settings page: error summary, cards, and a save bar that sticks to the bottom. */
export function SettingsForm({ what, save, isBusy, cancel, origin, version, form, children }: Props) {
  const { watch, round, state } = useWatch(form, version ?? origin.value);
  return (
    <div>
      <ErrorSummary form={form} what={what} />
      {/* The `key` remounts the form for a newer revision, because browsers keep the value a field first showed. */}
      <Form method="post" noValidate key={round} className="flex flex-col gap-5" {...watch}>
        {/* Enter in a field presses the form's first button, which could remove a row; this one saves instead. */}
        <button className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" {...origin} />
        {children}
        <SaveBar state={state}>
          {cancel && (
            <ButtonLink variant="ghost" href={cancel}>
              Cancel
            </ButtonLink>
          )}
          <Button busy={isBusy}>{save}</Button>
        </SaveBar>
      </Form>
    </div>
  );
}

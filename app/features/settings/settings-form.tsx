import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";

interface Props {
  /** What did not happen when the form comes back, such as "Your links were not saved." */
  what: string;
  /** What the button at the bottom says. */
  save: string;
  /** Of the person's record. */
  revision: number;
  /** What came back from a post that was not saved. */
  form?: FormState;
  /** Lays out the cards. */
  children: ReactNode;
}

/** A form for a part of one's own record: what was wrong, the cards, the button. */
export function SettingsForm({ what, save, revision, form, children }: Props) {
  const seen = form?.revision ?? revision;
  const { watch, round, state } = useWatch(form, seen);
  return (
    <div>
      <ErrorSummary form={form} what={what} />
      {/* To show a newer revision the form begins anew: browsers keep in a field what it showed first. */}
      <Form method="post" noValidate key={round} className="flex flex-col gap-5" {...watch}>
        {/* Enter in a field presses the form's first button, which may be one that removes a row: this one saves
            instead. */}
        <button className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="revision" value={seen} />
        {children}
        <SaveBar state={state}>
          <Button>{save}</Button>
        </SaveBar>
      </Form>
    </div>
  );
}

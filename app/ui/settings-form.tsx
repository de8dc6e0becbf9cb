import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";

interface Props {
  /** What did not happen when the form comes back, such as "Your links were not saved." */
  what: string;
  /** What the button at the bottom says. */
  save: string;
  isBusy?: boolean;
  /** Where Cancel leads, for a page that is opened from another one. */
  cancel?: string;
  /** The hidden field that names what the form was made from. */
  origin: { name: "revision" | "seen" | "key"; value: string | number | undefined };
  /** Another version begins the form anew; the value of `origin` where it is not said. */
  version?: string | number;
  /** Whether what was typed comes back after logging in again. */
  comesBack?: boolean;
  /** What came back from a post that was not saved. */
  form?: FormState;
  /** Lays out the cards. */
  children: ReactNode;
}

/** The form of a settings page: what was wrong, the cards, and the button in a bar that stays in sight. */
export function SettingsForm({ what, save, isBusy, cancel, origin, version, comesBack, form, children }: Props) {
  const { watch, round, state } = useWatch(form, version ?? origin.value, { comesBack });
  return (
    <div>
      <ErrorSummary form={form} what={what} />
      {/* To show a newer revision the form begins anew: browsers keep in a field what it showed first. */}
      <Form method="post" noValidate key={round} className="flex flex-col gap-5" {...watch}>
        {/* Enter in a field presses the form's first button, which may be one that removes a row: this one saves
            instead. */}
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

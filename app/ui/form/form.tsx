import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { fieldId, type FormState } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import { capital } from "~/core/values/noun";
import { ButtonLink } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { useListState } from "~/ui/list/list-state";

interface ErrorSummaryProps {
  form?: FormState;
  /** Sentence on the failed action, such as "The user was not saved." */
  what?: string;
  className?: string;
}

/** Lists a rejected form's errors with links to the fields. Takes the focus when it appears. */
export function ErrorSummary({ form, what = "Nothing was saved.", className }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const errors = Object.entries(form?.errors ?? {});
  const refused = errors.length > 0;
  useEffect(() => {
    if (refused) box.current?.focus();
  }, [refused, form]);
  if (!refused) return null;

  const fields = errors.filter(([name]) => name !== "");
  const whole = form?.errors[""];
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes("alert alert-error mb-5", className)}>
      <Icon name="circle-alert" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {[!form?.unanswered && !form?.savesNothing && what, whole, count(fields.length)].filter(Boolean).join(" ")}
          {form?.signedOut && (
            <>
              {" "}
              <a
                href={form.signedOut === true ? "/login" : "/logout"}
                target="_blank"
                className="underline underline-offset-2"
              >
                Log in again in a new tab
              </a>
              , then send this once more.
            </>
          )}
        </p>
        {fields.length > 0 && (
          <ul className="mt-0.5 list-disc ps-5 text-sm">
            {fields.map(([name, message]) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  className="inline-block py-1 align-top underline underline-offset-2"
                  onClick={focusTarget}
                >
                  {rowOf(name, form)}
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Returns a prefix such as "Line 3: " for errors in the third row of `lines`. */
function rowOf(name: string, form: FormState | undefined) {
  const [list = ""] = name.split(".", 1);
  const [number] = rowNumbers([name], list);
  if (number === undefined) return undefined;
  const place = rowNumbers(Object.keys(form?.fields ?? {}), list).indexOf(number) + 1;
  return `${capital(list.replace(/s$/, ""))} ${place}: `;
}

const count = (fields: number) =>
  fields === 0 ? "" : fields === 1 ? "Correct this field:" : `Correct these ${fields} fields:`;

// Browsers scroll to a fragment, but not all of them focus it.
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Explains the asterisk, once per form. */
export function RequiredNote() {
  return (
    <p className="text-xs text-muted">
      <span className="text-error-text" aria-hidden="true">
        *
      </span>{" "}
      required
    </p>
  );
}

interface FormButtonsProps {
  /** Target of the cancel link. */
  cancel: string;
  /** Label of the cancel link. */
  cancelWords?: string;
  /** The unsaved state, as returned by `useWatch`. */
  state?: ReactNode;
  className?: string;
  /** The submit buttons. */
  children: ReactNode;
}

/** The buttons of a short form, then a cancel link. Long forms use `SaveBar`, and questions over the page `Dialog`. */
export function FormButtons({ cancel, cancelWords = "Cancel", state, className, children }: FormButtonsProps) {
  const left = useListState();
  return (
    <div
      className={classes("flex flex-wrap items-center gap-2", className)}
      aria-live="polite" // announces the unsaved state
    >
      {children}
      <ButtonLink variant="ghost" href={left(cancel)}>
        {cancelWords}
      </ButtonLink>
      {state}
    </div>
  );
}

/** A bar that sticks to the bottom of a long form: its state, then discard, secondary and primary buttons. */
export function SaveBar({ state, children }: { state?: ReactNode; children: ReactNode }) {
  return (
    <div className="savebar no-print">
      <div className="text-sm text-muted" aria-live="polite">
        {state}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}

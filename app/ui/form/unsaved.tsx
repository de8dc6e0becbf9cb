/** What the form of a record holds that nobody has saved: said beside its buttons, and not lost by leaving. */
import { type Blocker, useBeforeUnload, useBlocker, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/overlay/dialog";
import { Time } from "~/ui/time";
import { hasFiles, isTyped, textOf } from "./contents";
import { useDraft } from "./draft";

/**
 * Watches a form. Leaving what was changed asks first. A new record is kept in the browser instead, and comes back when
 * its form is opened again; only its files cannot be kept, so that with some it asks as well. `watch` is to be spread
 * over the form, whose `key` is `round`: another one begins with other fields.
 */
export function useUnsaved(form: FormState | undefined, revision?: number) {
  const ref = useRef<HTMLFormElement>(null);
  /** What the form held when all of it was saved; nothing when some of it never was. */
  const saved = useRef<string>();
  const [isChanged, setChanged] = useState(false);
  const isNew = revision === undefined;
  const draft = useDraft(ref, form, isNew);

  useEffect(() => {
    if (!ref.current) return;
    const isUnsaved = form !== undefined || isTyped(ref.current);
    saved.current = isUnsaved ? undefined : textOf(ref.current);
    setChanged(isUnsaved);
  }, [form, revision]);

  const hasChanged = () => ref.current !== null && textOf(ref.current) !== saved.current;
  const wouldLose = () => hasChanged() && !(isNew && ref.current && draft.isKept && !hasFiles(ref.current));
  // A press may change rows, which are drawn after it.
  const look = () =>
    setTimeout(() => {
      if (!ref.current) return;
      const changed = hasChanged();
      setChanged(changed);
      draft.keep(changed);
    });

  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    currentLocation.pathname === nextLocation.pathname ? false : wouldLose(),
  );
  const isLeaving = useNavigation().state !== "idle";
  useBeforeUnload((event) => {
    if (!isLeaving && wouldLose()) event.preventDefault();
  });

  return {
    watch: { ref, onInput: look, onClick: look, onSubmit: draft.send },
    round: revision ?? draft.round,
    state: isChanged && <State {...{ form, isNew, draft }} />,
    question: blocker.state === "blocked" && (
      <Question blocker={blocker}>
        {isNew
          ? "What you typed is kept in this browser, but not the files that you chose."
          : "Your changes are not saved."}
      </Question>
    ),
  };
}

/** On a phone there is room only for what can be pressed. */
function State({ form, isNew, draft }: { form?: FormState; isNew: boolean; draft: ReturnType<typeof useDraft> }) {
  if (form?.restored)
    return (
      <>
        Your draft of <Time value={form.restored} clock /> is back.{" "}
        <button type="button" className="link" onClick={draft.forget}>
          Start afresh
        </button>
      </>
    );
  const words = isNew ? draft.isKept && "Draft kept in this browser" : "Unsaved changes";
  return <span className="max-sm:hidden">{words}</span>;
}

/** Stays open until it is answered; closed in any other way, nobody leaves. */
function Question({ blocker, children }: { blocker: Blocker & { state: "blocked" }; children: ReactNode }) {
  const id = useId();
  const { reset, proceed } = blocker;
  useEffect(() => {
    const dialog = document.getElementById(id);
    const close = ({ newState }: Event & { newState?: string }) => newState === "closed" && reset();
    dialog?.showPopover();
    dialog?.querySelector("button")?.focus();
    dialog?.addEventListener("toggle", close);
    return () => dialog?.removeEventListener("toggle", close);
  }, [id, reset]);
  return (
    <Dialog
      id={id}
      title="Leave without saving?"
      actions={
        <>
          <Button type="button" variant="outline" onClick={reset}>
            Stay
          </Button>
          <Button type="button" color="error" onClick={proceed}>
            Leave
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

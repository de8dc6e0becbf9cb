import { type Blocker, useBeforeUnload, useBlocker, useNavigation } from "@remix-run/react";
import { type MutableRefObject, type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/overlay/dialog";
import { Time } from "~/ui/time";
import { hasFiles, isTyped, textOf } from "./contents";
import { useDraft } from "./draft";

export interface UnsavedProps {
  form: RefObject<HTMLFormElement>;
  /** What the form held when all of it was saved; nothing when some of it never was. */
  saved: MutableRefObject<string | undefined>;
  /** What came back from a post that was not saved. */
  state: FormState | undefined;
  /** Another one is another form, with fields of its own. */
  round: number | undefined;
  /** What the browser calls the draft of a new record; nothing where none is kept. */
  draft: string | undefined;
}

/**
 * Says what a form holds that is not saved. Leaving what was changed asks first. A new record is kept in the browser
 * instead, and comes back when its form is opened again; only its files cannot be kept, so that with some it asks too.
 */
export default function Unsaved({ form, saved, state, round, draft: name }: UnsavedProps) {
  const [isChanged, setChanged] = useState(false);
  const { keep, forget } = useDraft(form, state, name);

  const wouldLose = () =>
    form.current !== null && textOf(form.current) !== saved.current && (!name || hasFiles(form.current));

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    if (state || (saved.current === undefined && isTyped(current))) saved.current = undefined;
    else saved.current ??= textOf(current);
    const look = () => {
      const isChanged = textOf(current) !== saved.current;
      setChanged(isChanged);
      return isChanged;
    };
    if (look()) keep(true);
    // A press may change rows, which are drawn after it.
    const lookAfter = () => setTimeout(() => current.isConnected && keep(look()));
    current.addEventListener("input", lookAfter);
    current.addEventListener("click", lookAfter);
    return () => {
      current.removeEventListener("input", lookAfter);
      current.removeEventListener("click", lookAfter);
      saved.current = undefined; // what comes next is another form, or has come back
    };
  }, [form, saved, state, round, keep]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && wouldLose(),
  );
  const isLeaving = useNavigation().state !== "idle";
  useBeforeUnload((event) => {
    if (!isLeaving && wouldLose()) event.preventDefault();
  });

  return (
    <>
      {isChanged && <State {...{ state, name, forget }} />}
      {blocker.state === "blocked" && (
        <Question blocker={blocker}>
          {name
            ? "What you typed is kept in this browser, but not the files that you chose."
            : "Your changes are not saved."}
        </Question>
      )}
    </>
  );
}

type StateProps = Pick<UnsavedProps, "state"> & { name?: string; forget(): void };

/** On a phone there is room only for what can be pressed. */
function State({ state, name, forget }: StateProps) {
  if (state?.restored)
    return (
      <>
        Your draft of <Time value={state.restored} clock /> is back.{" "}
        <button type="button" className="link" onClick={forget}>
          Start afresh
        </button>
      </>
    );
  return <span className="max-sm:hidden">{name ? "Draft kept in this browser" : "Unsaved changes"}</span>;
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

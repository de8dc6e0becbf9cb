import { type Blocker, useBeforeUnload, useBlocker, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { FormState } from "~/core/form/form-state";
import { loginFrom } from "~/core/form/network-error";
import type { Where } from "~/core/values/browser-storage";
import { Button } from "~/ui/button";
import { Dialog, DialogClose } from "~/ui/overlay/dialog";
import { Time } from "~/ui/values/time";
import { firstTextOf, hasFiles, textOf } from "./contents";
import { useDraft } from "./draft";

export interface UnsavedProps {
  form: RefObject<HTMLFormElement>;
  /** What came back from a post that was not saved. */
  state: FormState | undefined;
  /** Another one is another form, with fields of its own. */
  round: string;
  /** What the browser calls the draft; nothing where none is kept. */
  draft: string | undefined;
  /** Of a new record it is kept for all windows, at each change. */
  where: Where;
}

/** What a form holds when all of it is saved; no text when some of it never was. */
interface Saved {
  round: string;
  text?: string;
}

/**
 * Says what a form holds that is not saved. Leaving what was changed asks first. A new record is kept in the browser
 * instead, and comes back when its form is opened again; only its files cannot be kept, so that with some it asks too.
 */
export default function Unsaved({ form, state, round, draft: name, where }: UnsavedProps) {
  const [isChanged, setChanged] = useState(false);
  const draft = useDraft(form, state, name, where);
  const { isKept, keep } = draft;
  const saved = useRef<Saved>();
  const { pathname, search } = useLocation();
  const page = pathname + search;

  const wouldLose = () =>
    form.current !== null && isUnsaved(form.current, saved.current) && (!isKept || hasFiles(form.current));

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    if (saved.current?.round !== round) saved.current = { round, text: state ? undefined : firstTextOf(current) };
    const look = () => {
      const isChanged = isUnsaved(current, saved.current);
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
      // Whoever presses something that is sent elsewhere, as a change of theme, is led away without a question.
      if (location.pathname + location.search === loginFrom(page) && isUnsaved(current, saved.current))
        keep(true, current);
    };
  }, [form, state, round, keep, page]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      pathname !== currentLocation.pathname && !staysAfter(form.current, pathname) && wouldLose(),
  );
  const isLeaving = useNavigation().state !== "idle";
  useBeforeUnload((event) => {
    if (!isLeaving && wouldLose()) event.preventDefault();
  });

  return (
    <>
      {isChanged && <State state={state} draft={draft} />}
      {blocker.state === "blocked" &&
        createPortal(
          <Question blocker={blocker}>
            {isKept
              ? "What you typed is kept in this browser, but not the files that you chose."
              : "Your changes are not saved."}
          </Question>,
          document.body,
        )}
    </>
  );
}

/** Whether what is posted there is no leaving: the form itself, or an act that comes back to it and leaves it alone. */
const staysAfter = (form: HTMLFormElement | null, path: string) =>
  form && (path === new URL(form.action).pathname || form.dataset.stays?.split(" ").includes(path));

const isUnsaved = (form: HTMLFormElement, saved: Saved | undefined) => textOf(form) !== saved?.text;

/** On a phone there is room only for what can be pressed. */
function State({ state, draft }: { state: FormState | undefined; draft: ReturnType<typeof useDraft> }) {
  const { waiting, isKept, restore, forget } = draft;
  if (waiting)
    return (
      <span className={quiet}>
        A draft of <Time value={waiting.restored} clock /> is kept.{" "}
        <button type="button" className="link" onClick={() => restore(waiting)}>
          Bring it back
        </button>
      </span>
    );
  if (state?.restored)
    return (
      <span className={quiet}>
        Your draft of <Time value={state.restored} clock /> is back.{" "}
        <button type="button" className="link" onClick={forget}>
          Start afresh
        </button>
      </span>
    );
  return <span className={`${quiet} max-sm:hidden`}>{isKept ? "Draft kept in this browser" : "Unsaved changes"}</span>;
}

const quiet = "text-sm text-muted";

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
          <DialogClose dialog={id}>Stay</DialogClose>
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

import { type Location, useBeforeUnload, useBlocker, useNavigate } from "@remix-run/react";
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Dialog, DialogClose } from "~/ui/overlay/dialog";
import { Time } from "~/ui/values/time";
import { firstTextOf, hasFiles, textOf } from "./contents";
import { useDraft } from "./draft";
import { useNavigation } from "~/ui/navigation";

export interface UnsavedProps {
  form: RefObject<HTMLFormElement>;
  /** Submitted values and errors of a rejected form post. */
  state: FormState | undefined;
  /** Key of the form; a new value means a form with new fields. */
  round: string;
  /** Storage name of the draft; undefined if none is kept. */
  draft: string | undefined;
}

/** The saved contents of a form; `text` is undefined if its values were never saved. */
interface Saved {
  round: string;
  text?: string;
}

/**
 * Shows whether the form has unsaved changes, and asks before leaving. Drafts of new records are kept in the browser
 * and restored when the form is opened again; files cannot be kept, so with files it asks too.
 */
export default function Unsaved({ form, state, round, draft: name }: UnsavedProps) {
  const [isChanged, setChanged] = useState(false);
  const draft = useDraft(form, state, name);
  const { isKept, keep } = draft;
  const saved = useRef<Saved>();

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
    // A click may change rows, which are rendered after it.
    const lookAfter = () => setTimeout(() => current.isConnected && keep(look()));
    current.addEventListener("input", lookAfter);
    current.addEventListener("click", lookAfter);
    return () => {
      current.removeEventListener("input", lookAfter);
      current.removeEventListener("click", lookAfter);
    };
  }, [form, state, round, keep]);

  const { asked, stay, leave } = useQuestion(
    (from, to) => from.pathname !== to.pathname && !staysAfter(form.current, to.pathname) && wouldLose(),
  );
  const isLeaving = useNavigation().state !== "idle";
  useBeforeUnload((event) => {
    if (!isLeaving && wouldLose()) event.preventDefault();
  });

  return (
    <>
      {isChanged && <State state={state} draft={draft} />}
      {asked &&
        createPortal(
          <Question stay={stay} leave={leave}>
            {isKept
              ? "What you typed is kept in this browser, but not the files that you chose."
              : "Your changes are not saved."}
          </Question>,
          document.body,
        )}
    </>
  );
}

/** Whether a post to this path does not leave the form: it is the form itself, or an action that returns to it. */
const staysAfter = (form: HTMLFormElement | null, path: string) =>
  form && (path === new URL(form.action).pathname || form.dataset.stays?.split(" ").includes(path));

const isUnsaved = (form: HTMLFormElement, saved: Saved | undefined) => textOf(form) !== saved?.text;

/** The state of unsaved changes. On phones only states with a button are shown. */
function State({ state, draft }: { state: FormState | undefined; draft: ReturnType<typeof useDraft> }) {
  const { waiting, isKept, restore, forget } = draft;
  if (waiting)
    return (
      <span className={mutedClass}>
        A draft of <Time value={waiting.restored} clock /> is kept.{" "}
        <button type="button" className="link" onClick={() => restore(waiting)}>
          Bring it back
        </button>
      </span>
    );
  if (state?.restored)
    return (
      <span className={mutedClass}>
        Your draft of <Time value={state.restored} clock /> is back.{" "}
        <button type="button" className="link" onClick={forget}>
          Start afresh
        </button>
      </span>
    );
  return (
    <span className={`${mutedClass} max-sm:hidden`}>{isKept ? "Draft kept in this browser" : "Unsaved changes"}</span>
  );
}

const mutedClass = "text-sm text-muted";

/**
 * Stops navigations that `asks` and returns whether the question is open, and its answers. The router forgets a stopped
 * navigation when an earlier one ends meanwhile, as after an undo; the question stays.
 */
function useQuestion(asks: (from: Location, to: Location) => boolean) {
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isLeaving.current && asks(currentLocation, nextLocation),
  );
  const navigate = useNavigate();
  const latest = useRef(blocker);
  latest.current = blocker;
  const [asked, setAsked] = useState<Location>();
  useEffect(() => {
    if (blocker.state === "blocked") setAsked(blocker.location);
  }, [blocker]);
  const stay = useCallback(() => {
    setAsked(undefined);
    if (latest.current.state === "blocked") latest.current.reset();
  }, []);
  const leave = () => {
    setAsked(undefined);
    isLeaving.current = true;
    if (blocker.state === "blocked") blocker.proceed();
    else if (asked) navigate(asked);
  };
  return { asked, stay, leave };
}

/** Asks whether to leave. Closing it in any other way means to stay. */
function Question({ stay, leave, children }: { stay: () => void; leave: () => void; children: ReactNode }) {
  const id = useId();
  useEffect(() => {
    const dialog = document.getElementById(id);
    const close = ({ newState }: Event & { newState?: string }) => newState === "closed" && stay();
    dialog?.showPopover();
    dialog?.querySelector("button")?.focus();
    dialog?.addEventListener("toggle", close);
    return () => dialog?.removeEventListener("toggle", close);
  }, [id, stay]);
  return (
    <Dialog
      id={id}
      title="Leave without saving?"
      actions={
        <>
          <DialogClose dialog={id}>Stay</DialogClose>
          <Button type="button" color="error" onClick={leave}>
            Leave
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import { type FormState, typedFields } from "~/core/form/form-state";
import { forgetDraft, saveStored, readStored } from "~/core/values/browser-storage";
import { fieldsOf, firstTextOf, textOf, typedIn } from "./contents";
import { useNavigation } from "~/ui/navigation";

/** Maximum age of a draft: a month, in milliseconds. */
const longest = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps the draft of a new record in the browser until the record is created or the user logs out. Drafts are restored
 * through the form's `clientAction`, like a rejected form.
 */
export function useDraft(form: RefObject<HTMLFormElement>, state: FormState | undefined, name: string | undefined) {
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const submit = useSubmit();
  const navigate = useNavigate();
  /** Whether the stored draft comes from this form, so that it may be removed. */
  const isOwn = useRef(false);
  const [isKept, setKept] = useState(name !== undefined);
  /** An earlier draft, found after the user had begun to type. Nothing else is stored until they choose. */
  const waiting = useRef<Draft>();
  /** The form whose draft was discarded, since the same click would store it again. */
  const forgotten = useRef<HTMLFormElement | null>(null);
  const key = state?.unanswered ? state.key : undefined; // the form may have been processed; its key prevents a duplicate

  /** The form whose draft was looked up last. Each is checked once, because later contents are new input. */
  const asked = useRef<HTMLFormElement | null>(null);
  const isBlank = state === undefined;
  useEffect(() => {
    if (asked.current === form.current) return;
    asked.current = form.current;
    if (!isBlank || !isIdle || name === undefined || userId === undefined) return;
    const draft = readDraft(readStored(userId, name));
    if (!draft) return;
    if (!form.current || textOf(form.current) === firstTextOf(form.current)) comeBack(draft);
    else wait(draft);
  });

  function wait(draft: Draft) {
    isOwn.current = false;
    waiting.current = draft;
    setKept(false);
  }

  /** Restores a draft. Input during the restore wins, and the draft then waits. */
  function comeBack(draft: Draft) {
    const typed = form.current;
    restore(draft);
    typed?.addEventListener("input", () => {
      wait(draft);
      send({ fields: typedFields(typedIn(typed)), errors: {}, restored: Date.now() }); // the last submission is rendered
    });
  }

  function restore(draft: Draft) {
    isOwn.current = true;
    waiting.current = undefined;
    setKept(true);
    send(draft);
  }

  function send(form: Draft) {
    submit(form, { method: "post", encType: "application/json", replace: true, preventScrollReset: true });
  }

  return {
    /** False if the browser's storage failed, after the user logged out, and while an earlier draft waits. */
    isKept,
    waiting: waiting.current,
    restore,
    keep: useCallback(
      (isChanged: boolean) => {
        const element = form.current;
        if (name === undefined || userId === undefined || !element || waiting.current) return;
        if (element === forgotten.current) return;
        if (!(isChanged || isOwn.current)) return;
        isOwn.current = isChanged;
        setKept(saveStored(userId, name, isChanged ? draftIn(element, key) : undefined));
      },
      [form, name, userId, key],
    ),
    forget() {
      forgotten.current = form.current;
      forgetDraft(pathname + search);
      navigate(pathname + search, { replace: true, preventScrollReset: true });
    },
  };
}

function draftIn(form: HTMLFormElement, key: string | undefined) {
  return { at: Date.now(), fields: fieldsOf(form), key };
}

type Draft = NonNullable<ReturnType<typeof readDraft>>;

/** Returns a stored draft as form state, or undefined if there is none or it is too old. */
function readDraft(kept: unknown) {
  const { at, fields, ...rest } = (kept ?? {}) as Partial<Pick<FormState, "fields" | "key">> & {
    at?: number;
  };
  const isFresh = typeof at === "number" && Date.now() - at < longest;
  return isFresh && fields ? { ...rest, fields, errors: {}, restored: at } : undefined;
}

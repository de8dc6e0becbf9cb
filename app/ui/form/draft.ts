import { useLocation, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import { type FormState, typedFields } from "~/core/form/form-state";
import { forgetDraft, saveStored, readStored, type Where } from "~/core/values/browser-storage";
import { fieldsOf, firstTextOf, textOf, typedIn } from "./contents";

/** A month, in milliseconds. */
const longest = 30 * 24 * 60 * 60 * 1000;

/**
 * The draft of a new record, kept under a name in the browser of who writes it until the record is made, or they log
 * out. Of a record that exists its window keeps what its writer was led away from to log in, until it is back. The form
 * gets it back as it would get what was refused: from its `clientAction`.
 */
export function useDraft(
  form: RefObject<HTMLFormElement>,
  state: FormState | undefined,
  name: string | undefined,
  where: Where,
) {
  const isNew = where === "localStorage";
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const submit = useSubmit();
  const navigate = useNavigate();
  /** Whether what is kept is of this form: only that may be removed. */
  const isOwn = useRef(false);
  const [isKept, setKept] = useState(isNew && name !== undefined);
  /** A draft from before, of a form in which somebody has typed already: nothing else is kept until it was chosen. */
  const waiting = useRef<Draft>();
  /** The form whose draft was given up: the same press would keep it once more. */
  const forgotten = useRef<HTMLFormElement | null>(null);
  const key = state?.unanswered ? state.key : undefined; // of what may have been made: so it is not made twice

  /** The form that was last looked at. Each is asked once: later on, what it holds is what somebody types. */
  const asked = useRef<HTMLFormElement | null>(null);
  const isBlank = state === undefined;
  useEffect(() => {
    if (asked.current === form.current) return;
    asked.current = form.current;
    if (!isBlank || !isIdle || name === undefined || userId === undefined) return;
    const draft = readDraft(readStored(userId, name, where));
    if (!draft) return;
    if (!form.current || textOf(form.current) === firstTextOf(form.current)) comeBack(draft);
    else wait(draft);
  });

  const isBack = state?.restored !== undefined;
  useEffect(() => {
    if (isBack && !isNew && name !== undefined && userId !== undefined) saveStored(userId, name, undefined, where);
  }, [isBack, isNew, name, userId, where]);

  function wait(draft: Draft) {
    isOwn.current = false;
    waiting.current = draft;
    setKept(false);
  }

  /** Whoever types while it is on its way back keeps what they type, and it waits. */
  function comeBack(draft: Draft) {
    const typed = form.current;
    restore(draft);
    typed?.addEventListener("input", () => {
      wait(draft);
      send({ fields: typedFields(typedIn(typed)), errors: {}, restored: Date.now() }); // what comes last is drawn
    });
  }

  function restore(draft: Draft) {
    isOwn.current = true;
    waiting.current = undefined;
    if (isNew) setKept(true);
    send(draft);
  }

  function send(form: Draft) {
    submit(form, { method: "post", encType: "application/json", replace: true, preventScrollReset: true });
  }

  return {
    /** False where the browser has no room, or keeps nothing, and while a draft from before waits. */
    isKept,
    waiting: waiting.current,
    restore,
    keep: useCallback(
      (isChanged: boolean, ledAwayFrom?: HTMLFormElement) => {
        const element = ledAwayFrom ?? form.current;
        if (!isNew && !ledAwayFrom) return;
        if (name === undefined || userId === undefined || !element || waiting.current) return;
        if (element === forgotten.current) return;
        if (!(isChanged || isOwn.current)) return;
        isOwn.current = isChanged;
        const isDone = saveStored(userId, name, isChanged ? draftIn(element, key) : undefined, where);
        if (isNew) setKept(isDone);
      },
      [form, name, userId, key, where, isNew],
    ),
    forget() {
      forgotten.current = form.current;
      forgetDraft(pathname + search);
      navigate(pathname + search, { replace: true, preventScrollReset: true });
    },
  };
}

function draftIn(form: HTMLFormElement, key: string | undefined) {
  const revision = new FormData(form).get("revision") ?? undefined;
  return { at: Date.now(), fields: fieldsOf(form), key, revision: revision && Number(revision) };
}

type Draft = NonNullable<ReturnType<typeof readDraft>>;

/** As a form that comes back; nothing where none was kept, or where that was long ago. */
function readDraft(kept: unknown) {
  const { at, fields, ...rest } = (kept ?? {}) as Partial<Pick<FormState, "fields" | "key" | "revision">> & {
    at?: number;
  };
  const isFresh = typeof at === "number" && Date.now() - at < longest;
  return isFresh && fields ? { ...rest, fields, errors: {}, restored: at } : undefined;
}

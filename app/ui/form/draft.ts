/** The draft of a new record: kept in the browser of who writes it, for a month, until it is sent or they log out. */
import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import type { FormState } from "~/core/form/form-state";
import { keep, readKept } from "~/core/values/kept";
import { fieldsOf, isTyped } from "./contents";

const longest = 30 * 24 * 60 * 60 * 1000;

/** The form gets its draft back as it would get what was refused: by `keepForm`, in the browser. */
export function useDraft(ref: RefObject<HTMLFormElement>, form: FormState | undefined, isNew: boolean) {
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const name = `draft:${pathname}${search}`;
  const isKept = isNew && userId !== undefined;
  const submit = useSubmit();
  const navigate = useNavigate();
  const isSent = useRef(false);

  // The fields begin anew with what came back, and stay through all that is refused after.
  const [round, setRound] = useState(form?.restored);
  const next = form ? (form.restored ?? round) : undefined;
  if (next !== round) setRound(next);

  useEffect(() => {
    isSent.current = false;
  }, [form]);

  useEffect(() => {
    if (!isKept || !ref.current || form || isTyped(ref.current)) return;
    const draft = readDraft(readKept(userId, name));
    if (draft) submit(draft, { method: "post", encType: "application/json", replace: true, preventScrollReset: true });
    // Asked once for each form that is opened.
  }, [name]);

  useEffect(
    () => () => {
      // Sent, and elsewhere now: it was taken, unless that is to log in first.
      const now = window.location.pathname;
      if (isKept && isSent.current && now !== pathname && now !== "/login") keep(userId, name);
    },
    [isKept, userId, name, pathname],
  );

  return {
    isKept,
    round,
    keep(isChanged: boolean) {
      if (isKept && ref.current)
        keep(userId, name, isChanged ? { at: Date.now(), fields: fieldsOf(ref.current) } : undefined);
    },
    send() {
      isSent.current = true;
    },
    forget() {
      if (userId !== undefined) keep(userId, name);
      navigate(pathname + search, { replace: true, preventScrollReset: true });
    },
  };
}

/** As a form that comes back; nothing where none was kept, or where that was long ago. */
function readDraft(kept: unknown) {
  const { at, fields } = (kept ?? {}) as { at?: number; fields?: FormState["fields"] };
  const isFresh = typeof at === "number" && Date.now() - at < longest;
  return isFresh && fields ? { fields, errors: {}, restored: at } : undefined;
}

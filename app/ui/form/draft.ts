import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { type RefObject, useCallback, useContext, useEffect, useRef } from "react";
import { PersonContext } from "~/core/access/may";
import type { FormState } from "~/core/form/form-state";
import { keep, readKept } from "~/core/values/kept";
import { fieldsOf, isTyped } from "./contents";

/** A month, in milliseconds. */
const longest = 30 * 24 * 60 * 60 * 1000;

/**
 * The draft of a new record, kept under a name in the browser of who writes it until it is sent, or they log out. The
 * form gets it back as it would get what was refused: from its `clientAction`.
 */
export function useDraft(form: RefObject<HTMLFormElement>, state: FormState | undefined, name: string | undefined) {
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const navigate = useNavigate();
  const isSent = useRef(false);
  const put = useCallback(
    (value?: object) => {
      if (name !== undefined && userId !== undefined) keep(userId, name, value);
    },
    [name, userId],
  );

  useEffect(() => {
    isSent.current = false;
    const send = () => (isSent.current = true);
    const { current } = form;
    current?.addEventListener("submit", send);
    return () => current?.removeEventListener("submit", send);
  }, [form, state]);

  useEffect(() => {
    if (name === undefined || userId === undefined || state || !form.current || isTyped(form.current)) return;
    const draft = readDraft(readKept(userId, name));
    if (draft) submit(draft, { method: "post", encType: "application/json", replace: true, preventScrollReset: true });
    // Asked once for each form that is opened.
  }, [name]);

  useEffect(
    () => () => {
      // Sent, and elsewhere now: it was taken, unless that is to log in first.
      const now = window.location.pathname;
      if (isSent.current && now !== pathname && now !== "/login") put();
    },
    [put, pathname],
  );

  return {
    keep: useCallback(
      (isChanged: boolean) => {
        if (form.current) put(isChanged ? { at: Date.now(), fields: fieldsOf(form.current) } : undefined);
      },
      [form, put],
    ),
    forget() {
      put();
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

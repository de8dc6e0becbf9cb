import { useLocation } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import type { FormState } from "~/core/form/form-state";
import { draftOf, readStored } from "~/core/values/browser-storage";
import type { UnsavedProps } from "./unsaved";

/** Asked for when somebody begins to write. Where it does not come, the form works without it. */
const Unsaved = lazy<ComponentType<UnsavedProps>>(() => import("./unsaved").catch(() => ({ default: () => null })));

/**
 * Watches the form of a record for what is not saved. `watch` is to be spread over the form, whose `key` is `round`:
 * another one begins with other fields. `state` stands beside its buttons.
 *
 * A form without a `revision`, or another word for what it was made from, is one for a new record: its draft is kept.
 * Of any other, what was typed is kept while its writer is led to log in. It must then be sent with what it was made
 * from, and not with what is new: a form that cannot do that says `{ comesBack: false }`.
 */
export function useWatch(form: FormState | undefined, revision?: number | string, { comesBack = true } = {}) {
  const ref = useRef<HTMLFormElement>(null);
  const [isUsed, setUsed] = useState(false);
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const draft = comesBack && userId ? draftOf(pathname + search) : undefined;
  const where = revision === undefined ? "localStorage" : "sessionStorage";

  useEffect(() => {
    const hasDraft = userId && draft && readStored(userId, draft, where);
    // Somebody is in it, and not only where the page has put them.
    const field = document.activeElement as HTMLInputElement;
    const isBegun = ref.current?.contains(field) && !(field.autofocus && field.value === field.defaultValue);
    if (form || hasDraft || isBegun) setUsed(true);
  }, [form, draft, where, userId]);

  // A draft that comes back has fields of its own, which then stay through all that is refused.
  const [restored, setRestored] = useState(form?.restored);
  const next = form && (form.restored ?? restored);
  if (next !== restored) setRestored(next);
  const round = `${revision ?? draft} ${restored}`; // `?copy=INV-1` and `?copy=INV-2` are forms of their own

  const use = () => setUsed(true);
  return {
    watch: { ref, onFocus: use, onClick: use, onInput: use },
    round,
    state: isUsed && (
      <Suspense>
        <Unsaved key={draft} form={ref} {...{ state: form, round, draft, where }} />
      </Suspense>
    ),
  };
}

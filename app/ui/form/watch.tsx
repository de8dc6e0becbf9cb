import { useLocation } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import type { FormState } from "~/core/form/form-state";
import { draftOf, readStored } from "~/core/values/browser-storage";
import type { UnsavedProps } from "./unsaved";

/** Loaded when someone begins to type. If that fails, the form works without it. */
const Unsaved = lazy<ComponentType<UnsavedProps>>(() => import("./unsaved").catch(() => ({ default: () => null })));

/**
 * Tracks unsaved changes of a form: spread `watch` over it, use `round` as its `key`, and render `state` beside its
 * buttons. Without `revision` the form is for a new record, whose draft is kept in the browser.
 */
export function useWatch(form: FormState | undefined, revision?: number | string) {
  const ref = useRef<HTMLFormElement>(null);
  const [isUsed, setUsed] = useState(false);
  const userId = useContext(PersonContext);
  const { pathname, search } = useLocation();
  const draft = userId && revision === undefined ? draftOf(pathname + search) : undefined;

  useEffect(() => {
    const hasDraft = userId && draft && readStored(userId, draft);
    // The user is in the form, beyond an automatic focus.
    const field = document.activeElement as HTMLInputElement;
    const isBegun = ref.current?.contains(field) && !(field.autofocus && field.value === field.defaultValue);
    if (form || hasDraft || isBegun) setUsed(true);
  }, [form, draft, userId]);

  // A restored draft keeps its own fields, also after rejected posts.
  const [restored, setRestored] = useState(form?.restored);
  const next = form && (form.restored ?? restored);
  if (next !== restored) setRestored(next);
  const round = `${revision ?? pathname + search} ${restored}`; // `?copy=INV-1` and `?copy=INV-2` are forms of their own

  const use = () => setUsed(true);
  return {
    watch: { ref, onFocus: use, onClick: use, onInput: use },
    round,
    state: isUsed && (
      <Suspense>
        <Unsaved key={pathname + search} form={ref} {...{ state: form, round, draft }} />
      </Suspense>
    ),
  };
}

import { useCallback, useEffect, useRef, useState } from "react";
import type { FormState } from "~/core/form/form-state";
import type { FormRates } from "~/features/taxes/tax-parts";
import type { FormSums } from "./form-sums";

/** Loaded with the first key, as most people only read a form. */
let live: typeof import("./form-sums") | undefined;

/**
 * Keeps the sums of a form up to date: call `recount` when the fields or rows change. `initial` are those of the fields
 * first shown, and a rejected form has its own.
 */
export function useFormSums(initial: FormSums, form: FormState | undefined, rates: FormRates) {
  const box = useRef<HTMLDivElement>(null);
  const [sums, setSums] = useState((form?.sums as FormSums | undefined) ?? initial);
  const recount = useCallback(async () => {
    if (!formAround(box.current)) return;
    live ??= await import("./form-sums").catch(() => undefined); // the server has the sums as well
    const element = formAround(box.current);
    if (element && live) setSums(live.sumsOfForm(Object.fromEntries([...new FormData(element)].filter(isText)), rates));
  }, [rates]);
  useEffect(() => {
    setSums((form?.sums as FormSums | undefined) ?? initial);
    if ((form && !form.sums) || isEdited(box.current)) void recount();
  }, [initial, form, recount]);
  return { box, sums, recount };
}

const formAround = (element: Element | null) => element?.closest("form");

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] => typeof entry[1] === "string";

/** Whether a field differs from what it first showed: browsers bring back what was typed before a page was left. */
const isEdited = (element: Element | null) =>
  [...(element?.querySelectorAll("input") ?? [])].some((input) => input.value !== input.defaultValue);

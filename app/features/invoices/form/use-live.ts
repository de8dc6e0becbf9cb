import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { FormFields, FormState } from "~/core/form/form-state";
import { type FormRates, type LiveSums, sumsOfForm } from "./live";

/** Keeps the sums of a form up to date: call `recount` when the fields or rows change. */
export function useLive(shown: FormFields, form: FormState | undefined, rates: FormRates) {
  const box = useRef<HTMLDivElement>(null);
  const [sums, setSums] = useState<LiveSums>(() => sumsOfForm(form?.fields ?? shown, rates));
  const recount = useCallback(() => setSums((before) => sumsOfBox(box, rates) ?? before), [rates]);
  useEffect(recount, [shown, form, recount]); // browsers bring back what was typed before a page was left
  return { box, sums, recount };
}

function sumsOfBox(box: RefObject<HTMLDivElement>, rates: FormRates): LiveSums | undefined {
  const form = box.current?.closest("form");
  if (!form) return undefined;
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return sumsOfForm(Object.fromEntries(texts), rates);
}

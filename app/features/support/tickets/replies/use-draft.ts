import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react";
import { PersonContext } from "~/core/access/may";
import { ownerField } from "~/core/form/form-owner";
import { draftOf, saveStored, readStored } from "~/core/values/browser-storage";
import { draftProblem, isSignedOut } from "./why-not-kept";

/** Pause in typing after which the draft is saved, in milliseconds. */
const pause = 1_200;
/**
 * Delays before a draft is saved, in milliseconds: at the start of typing, while typing, and the pause after which
 * typing starts anew. Others see the typing for 20 seconds.
 */
const [beginning, longest, forgotten] = [500, 5_000, 10_000];
/** A page that goes away may still send 64 KB: so many characters, of which one can take three bytes. */
const maxBeaconLength = 20_000;

/**
 * Saves the text of a form as a draft by posting it to `address`; `end` cancels a pending save when the form is sent.
 * If saving fails, for example when signed out, browser storage keeps it, unless a later draft was saved
 * (`savedBefore`).
 */
export function useDraft(address: string, form: RefObject<HTMLFormElement | null>, savedBefore?: Date | string) {
  const [savedAt, setSavedAt] = useState<Date>();
  const [problem, setProblem] = useState<string>();
  const userId = useContext(PersonContext);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const underWay = useRef<AbortController>();
  /** Something was typed since the form was sent last. */
  const isBegun = useRef(false);
  /** When the draft was last saved, and since when there is unsaved text. */
  const times = useRef<{ saved: number; typed?: number }>({ saved: 0 });

  const stopTimer = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    times.current.typed = undefined;
  }, []);

  const cancel = useCallback(() => {
    stopTimer();
    underWay.current?.abort();
    underWay.current = undefined;
  }, [stopTimer]);

  /** Ends the draft after it was sent. */
  const end = useCallback(() => {
    isBegun.current = false;
    if (userId !== undefined) saveStored(userId, draftOf(address), undefined, "sessionStorage");
    cancel();
  }, [cancel, userId, address]);

  const save = useCallback(
    async (element: HTMLFormElement | null, isLeaving = false) => {
      cancel(); // an earlier text may not come behind this one
      if (!element) return;
      times.current.saved = Date.now();
      const typed = new FormData(element);
      const body = new FormData();
      for (const name of [ownerField, "body", "internal", "key", "draftsOf"]) body.append(name, typed.get(name) ?? "");
      // A keepalive request cannot be aborted, so use it only when leaving the page.
      const keepalive = isLeaving && String(typed.get("body")).length <= maxBeaconLength;
      const mine = (underWay.current = new AbortController());
      const answer = await fetch(address, {
        method: "POST",
        body,
        redirect: "manual",
        keepalive,
        signal: mine.signal,
      }).catch(() => undefined);
      const reason = await draftProblem(answer);
      if (mine.signal.aborted) return;
      underWay.current = undefined;
      if (!reason) setSavedAt(new Date());
      const kept = !answer || isSignedOut(answer) ? { at: Date.now(), ...Object.fromEntries(body) } : undefined;
      if (userId !== undefined) saveStored(userId, draftOf(address), kept, "sessionStorage");
      setProblem(reason);
    },
    [address, cancel, userId],
  );

  const saveSoon = useCallback(() => {
    isBegun.current = true;
    clearTimeout(timer.current);
    const element = form.current; // the timer may end when the form has gone
    const [now, { saved, typed = Date.now() }] = [Date.now(), times.current];
    times.current.typed = typed;
    const latest = typed + (typed - saved > forgotten ? beginning : longest) - now;
    timer.current = setTimeout(() => void save(element), Math.max(0, Math.min(pause, latest)));
  }, [form, save]);

  useEffect(() => {
    const element = form.current; // the reference is empty by the time that the form has gone
    const saveOnLeaving = () => {
      if (timer.current !== undefined || underWay.current || (isBegun.current && hasText(element)))
        void save(element, true); // another window may have changed the stored draft
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") saveOnLeaving();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      saveOnLeaving();
    };
  }, [form, save]);

  const brought = useRef(false);
  useEffect(() => {
    if (brought.current || !form.current || userId === undefined) return;
    brought.current = true;
    const kept = readStored(userId, draftOf(address), "sessionStorage") as StoredDraft | undefined;
    if (kept && kept.at > Number(new Date(savedBefore ?? 0))) restoreDraft(form.current, kept);
  }, [form, address, userId, savedBefore]);

  return { savedAt, problem, saveSoon, end };
}

interface StoredDraft {
  /** Time of the input, in milliseconds since 1970. */
  at: number;
  body: string;
  internal: string;
  /** One-time key of the form, so that a sent text is not restored. */
  key: string;
}

/** Restores the draft from browser storage, unless the user has typed since. */
function restoreDraft(form: HTMLFormElement, kept: StoredDraft) {
  const box = form.querySelector("textarea");
  if (!box || box.value !== box.defaultValue || new URLSearchParams(location.search).has("canned")) return;
  box.value = kept.body;
  for (const name of ["internal", "key"] as const) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = kept[name];
  }
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

const hasText = (form: HTMLFormElement | null) => form && String(new FormData(form).get("body")).trim() !== "";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How long somebody may pause before what they typed is kept, in milliseconds. */
const pause = 1_200;
/** A page that goes away may still send this much; in characters, of which one can take nine bytes. */
const mostOnLeaving = 6_000;

const signedOut = "You are signed out, so the draft is not saved. Your text is still here: log in in another tab, then go on.";
const unreached = "Portico could not be reached, so the draft is not saved. Your text is still here.";

/** Keeps what is typed into a form as a draft, now and then, by posting it to `address`. */
export function useDraft(address: string, form: RefObject<HTMLFormElement | null>) {
  const [savedAt, setSavedAt] = useState<Date>();
  const [problem, setProblem] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const save = useCallback(async () => {
    cancel();
    if (!form.current) return;
    const typed = new FormData(form.current);
    const body = new URLSearchParams(["body", "internal", "key"].map((name) => [name, String(typed.get(name) ?? "")]));
    const keepalive = (body.get("body") ?? "").length <= mostOnLeaving;
    const answer = await fetch(address, { method: "POST", body, redirect: "manual", keepalive }).catch(() => undefined);
    if (answer?.ok) setSavedAt(new Date());
    setProblem(answer?.ok ? undefined : await whyNot(answer));
  }, [address, cancel, form]);

  const saveSoon = useCallback(() => {
    cancel();
    timer.current = setTimeout(() => void save(), pause);
  }, [cancel, save]);

  useEffect(() => {
    const saveOnLeaving = () => {
      if (document.visibilityState === "hidden" && timer.current !== undefined) void save();
    };
    document.addEventListener("visibilitychange", saveOnLeaving);
    return () => {
      document.removeEventListener("visibilitychange", saveOnLeaving);
      if (timer.current !== undefined) void save();
    };
  }, [save]);

  return { savedAt, problem, saveSoon, cancel };
}

/** Who is signed out is led to the login page, which is no place for a draft. */
async function whyNot(answer: Response | undefined): Promise<string> {
  if (answer?.type === "opaqueredirect") return signedOut;
  return answer?.status === 400 ? await answer.text() : unreached;
}

import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { applyPreferences } from "~/core/values/preferences";

/** Returns a function that changes preferences: applied at once in the browser, and stored by the server. */
export function usePreferences(): (chosen: Record<string, string>) => void {
  const fetcher = useFetcher({ key: "preferences" });
  return (chosen) => {
    applyPreferences(chosen);
    void fetcher.submit(chosen, { method: "post", action: "/preferences" });
  };
}

/** A form that changes preferences, also without scripts. */
export function PreferenceForm({ children }: { children: ReactNode }) {
  const fetcher = useFetcher({ key: "preferences" });
  const choose = usePreferences();
  const { pathname, search } = useLocation();
  function applyNow(event: FormEvent<HTMLFormElement>) {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (!(pressed instanceof HTMLButtonElement) || pressed.name === "shortcuts") return; // its response is a toast
    event.preventDefault();
    choose({ [pressed.name]: pressed.value });
  }
  return (
    <fetcher.Form method="post" action="/preferences" onSubmit={applyNow} preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </fetcher.Form>
  );
}

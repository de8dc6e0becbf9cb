import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { applyPreferences } from "~/core/values/preferences";
import { Form } from "./owned-form";

/**
 * Returns a function that changes preferences: applied at once in the browser, and stored by the server. Loads the
 * page's data again only for those of lists, since a newer version of a record would replace what is typed in its form.
 */
export function usePreferences(): (chosen: Record<string, string>) => void {
  const { submit } = useFetcher({ key: "preferences" });
  return (chosen) => {
    applyPreferences(chosen);
    if (chosen.density || chosen.columns) return void submit(chosen, { method: "post", action: "/preferences" });
    const body = new URLSearchParams(chosen);
    void fetch("/preferences", { method: "POST", body, keepalive: true }).catch(() => undefined); // browser storage has it
  };
}

/** A form that changes preferences, also without scripts. */
export function PreferenceForm({ children }: { children: ReactNode }) {
  const choose = usePreferences();
  const { pathname, search } = useLocation();
  function applyNow(event: FormEvent<HTMLFormElement>) {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (!(pressed instanceof HTMLButtonElement) || pressed.name === "shortcuts") return; // its response is a toast
    event.preventDefault();
    choose({ [pressed.name]: pressed.value });
  }
  return (
    <Form method="post" action="/preferences" onSubmit={applyNow} preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </Form>
  );
}

import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { applyPreferences } from "~/core/values/preferences";

/** A form that changes a preference: shown at once by the browser, kept by the server. */
export function PreferenceForm({ children }: { children: ReactNode }) {
  const fetcher = useFetcher({ key: "preferences" });
  const { pathname, search } = useLocation();
  function applyNow(event: FormEvent<HTMLFormElement>) {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (!(pressed instanceof HTMLButtonElement) || pressed.name === "shortcuts") return; // which is told in a toast
    event.preventDefault();
    const chosen = { [pressed.name]: pressed.value };
    applyPreferences(chosen);
    void fetcher.submit(chosen, { method: "post", action: "/preferences" });
  }
  return (
    <fetcher.Form method="post" action="/preferences" onSubmit={applyNow} preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </fetcher.Form>
  );
}

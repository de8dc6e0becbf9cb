import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { applyPreferences, type Preferences, readPreferences } from "./preferences-values";

/** Changes preferences as the forms below do, for what is no form: shown at once by the browser, kept by the server. */
export function usePreferences(): (chosen: Preferences) => void {
  const fetcher = useFetcher({ key: "preferences" });
  const { pathname, search } = useLocation();
  return (chosen) => {
    applyPreferences(chosen);
    void fetcher.submit({ ...chosen, back: pathname + search }, { method: "post", action: "/preferences" });
  };
}

/** A form that changes a preference: shown at once by the browser, kept by the server. */
export function PreferenceForm({ children }: { children: ReactNode }) {
  const fetcher = useFetcher({ key: "preferences" });
  const { pathname, search } = useLocation();
  function applyNow(event: FormEvent<HTMLFormElement>) {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (pressed instanceof HTMLButtonElement) applyPreferences(readPreferences({ [pressed.name]: pressed.value }));
  }
  return (
    <fetcher.Form method="post" action="/preferences" onSubmit={applyNow} preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </fetcher.Form>
  );
}

/** Both buttons are there, and CSS shows the one that changes something: so it is right before and without scripts. */
export function ThemeToggle() {
  return (
    <PreferenceForm>
      <button
        className="btn btn-ghost btn-icon dark:hidden"
        name="theme"
        value="dark"
        aria-label="Switch to the dark theme"
        title="Dark theme"
      >
        <Icon name="moon" />
      </button>
      <button
        className="btn btn-ghost btn-icon hidden! dark:inline-flex!"
        name="theme"
        value="light"
        aria-label="Switch to the light theme"
        title="Light theme"
      >
        <Icon name="sun" />
      </button>
    </PreferenceForm>
  );
}

const directionName = "Switch text direction";

export function DirectionToggle() {
  return (
    <PreferenceForm>
      <button
        className="btn btn-ghost btn-icon rtl:hidden"
        name="direction"
        value="rtl"
        aria-label={directionName}
        title={directionName}
      >
        <Icon name="pilcrow-right" />
      </button>
      <button
        className="btn btn-ghost btn-icon ltr:hidden"
        name="direction"
        value="ltr"
        aria-label={directionName}
        title={directionName}
      >
        <Icon name="pilcrow-left" />
      </button>
    </PreferenceForm>
  );
}

/** The form of notification preferences. Browser-safe. */
import { z } from "zod";
import type { StoredPreferences } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { type EventName, eventNames, isEvent } from "./events";
import { defaultDigest, defaultQuietHours, preferencesOf } from "./preferences";

const ticked = z.array(z.string()).transform((names) => names.filter(isEvent));

/** A whole number below so many, as lists send it; empty text is none. */
const oneOf = (count: number, ask: string) =>
  z
    .string(ask)
    .refine((text) => text === "" || (/^\d{1,2}$/.test(text) && Number(text) < count), ask)
    .transform((text) => (text === "" ? null : Number(text)));

export const PreferencesForm = z.object({
  inApp: ticked,
  byEmail: ticked,
  digestDay: oneOf(7, "Choose a day of the week, or off"),
  digestHour: oneOf(24, "Choose an hour"),
  quietFrom: oneOf(24, "Choose an hour, or off"),
  quietTo: oneOf(24, "Choose an hour"),
});

/**
 * Converts the form's values to stored preferences. Quiet hours of zero length count as none; events that were not
 * `offered` keep their stored value.
 */
export function preferencesFrom(
  { inApp, byEmail, digestDay, digestHour, quietFrom, quietTo }: z.output<typeof PreferencesForm>,
  { stored: stored, offered }: { stored: StoredPreferences | null; offered(name: EventName): boolean },
): StoredPreferences {
  const before = preferencesOf(stored).events;
  const to = quietTo ?? defaultQuietHours.to;
  return {
    events: Object.fromEntries(
      eventNames.map((name) => [
        name,
        offered(name) ? { inApp: inApp.includes(name), email: byEmail.includes(name) } : before[name],
      ]),
    ),
    digest: digestDay === null ? null : { day: digestDay, hour: digestHour ?? defaultDigest.hour },
    quiet: quietFrom === null || quietFrom === to ? null : { from: quietFrom, to },
  };
}

/** Returns preferences as form fields, from a record or from the values of a form. */
export function preferenceFields({ notices }: { notices: StoredPreferences | null }) {
  const { events, digest, quiet } = preferencesOf(notices);
  const those = (way: "inApp" | "email"): EventName[] => eventNames.filter((name) => events[name][way]);
  return {
    inApp: those("inApp"),
    byEmail: those("email"),
    digestDay: String(digest?.day ?? ""),
    digestHour: String((digest ?? defaultDigest).hour),
    quietFrom: String(quiet?.from ?? ""),
    quietTo: String((quiet ?? defaultQuietHours).to),
  } satisfies FormFields;
}

/**
 * Formats notification preferences: as lines in the journal, and by field where two versions of the form are
 * compared. Browser-safe.
 */
import type { Json, StoredPreferences } from "db/schema";
import { events, titleOf } from "./events";
import { clock, weekdays, preferencesOf } from "./preferences";

const ways = ({ inApp, email }: { inApp: boolean; email: boolean }) =>
  [inApp && "in the app", email && "by e-mail"].filter(Boolean).join(" and ") || "not told";

/**
 * Returns preferences as lines for the journal, such as "New order: in the app". Unknown values are returned
 * unchanged.
 */
export function readablePreferences(stored: Json): Json {
  if (stored !== null && !looksLikeWishes(stored)) return stored;
  const { events: wanted, digest, quiet } = preferencesOf(stored);
  return [
    ...events.map(({ name, title }) => `${title}: ${ways(wanted[name])}`),
    `Weekly digest: ${digest ? `${weekdays[digest.day]} at ${clock(digest.hour)}` : "off"}`,
    `Quiet hours: ${quiet ? `${clock(quiet.from)} to ${clock(quiet.to)}` : "off"}`,
  ];
}

const hourInWords = (value: Json): Json => (value === "" ? "Off" : clock(Number(value)));
const titles = (names: Json): Json =>
  Array.isArray(names) ? names.map((name) => titleOf(String(name)) ?? name) : names;

/** The fields of the form. */
export const preferenceReadings = {
  inApp: titles,
  byEmail: titles,
  digestDay: (value: Json): Json => (value === "" ? "Off" : (weekdays[Number(value)] ?? value)),
  digestHour: hourInWords,
  quietFrom: hourInWords,
  quietTo: hourInWords,
};

// The journal holds what was written once, by whichever version.
const looksLikeWishes = (stored: Json): stored is Extract<Json, object> & StoredPreferences =>
  typeof stored === "object" &&
  stored !== null &&
  !Array.isArray(stored) &&
  typeof stored.events === "object" &&
  stored.events !== null &&
  "digest" in stored;

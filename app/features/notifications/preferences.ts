/** Notification preferences: the user's choices on top of the defaults. Browser-safe. */
import type { StoredPreferences } from "db/schema";
import { type EventName, events, isOptional } from "./events";

export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Returns a time such as "08:00". */
export const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export const defaultDigest = { day: 1, hour: 8 };
/** Initial values of the form when quiet hours are turned on. */
export const defaultQuietHours = { from: 22, to: 7 };

interface NotificationPreferences extends StoredPreferences {
  events: Record<EventName, { inApp: boolean; email: boolean }>;
}

/** Returns a person's preferences with defaults, without events that no longer exist. */
export function preferencesOf(stored: StoredPreferences | null): NotificationPreferences {
  const wanted = events.map(({ name, inApp, email }) => {
    const chosen = stored?.events[name];
    return [
      name,
      { inApp: chosen?.inApp ?? inApp, email: isOptional(name) ? (chosen?.email ?? email) : true },
    ] as const;
  });
  const chosen = Object.fromEntries(wanted) as NotificationPreferences["events"];
  return { events: chosen, digest: stored ? stored.digest : defaultDigest, quiet: stored?.quiet ?? null };
}

/** Whether the hour is within the quiet hours, which may pass midnight. */
export const isQuietHour = (quiet: StoredPreferences["quiet"], hour: number): boolean =>
  quiet !== null &&
  (quiet.from <= quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to);

/** Display preferences, stored in a cookie so that the server renders the first page with them. */
import { createCookie } from "@remix-run/node";
import { config } from "config";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { type Preferences, readPreferences } from "~/core/values/preferences";

const year = 365 * 24 * 60 * 60;
const cookie = createCookie(cookieName("preferences"), { ...cookieOptions, maxAge: year });

/** Returns the preferences that were set in this browser; unset ones are undefined. */
export async function chosenPreferences(request: Request): Promise<Preferences> {
  return readPreferences((await cookie.parse(request.headers.get("Cookie"))) as unknown);
}

/**
 * Returns the preferences to render with. Direction falls back to the configured default; an undefined theme follows
 * the system.
 */
export async function shownPreferences(request: Request) {
  const chosen = await chosenPreferences(request);
  return { chosen, theme: chosen.theme, direction: chosen.direction ?? config.defaultDirection };
}

/** Returns the header that stores the preferences for a year. */
export const keepPreferences = (preferences: Preferences) => cookie.serialize(preferences);

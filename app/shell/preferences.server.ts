/** How somebody likes the pages: kept in a cookie, so that the server draws the first one right. */
import { createCookie } from "@remix-run/node";
import { config } from "config";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { type Preferences, readPreferences } from "~/core/values/preferences";

const year = 365 * 24 * 60 * 60;
const cookie = createCookie(cookieName("preferences"), { ...cookieOptions, maxAge: year });

/** What this browser has chosen; nothing for what it has not. */
export async function chosenPreferences(request: Request): Promise<Preferences> {
  return readPreferences((await cookie.parse(request.headers.get("Cookie"))) as unknown);
}

/**
 * What the page is drawn with: the choice, else the default direction. Without a theme the system's preference holds.
 */
export async function shownPreferences(request: Request) {
  const chosen = await chosenPreferences(request);
  return { chosen, theme: chosen.theme, direction: chosen.direction ?? config.defaultDirection };
}

/** The header that keeps a choice for a year. */
export const keepPreferences = (preferences: Preferences) => cookie.serialize(preferences);

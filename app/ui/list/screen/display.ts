import { createContext } from "react";
import type { Preferences } from "~/core/values/preferences";

/** The user's display preferences for lists. */
export const ListDisplay = createContext<Pick<Preferences, "density" | "hidden" | "shortcuts">>({});

import { createContext } from "react";
import type { Preferences } from "~/core/values/preferences";

/** How somebody likes lists, as what surrounds the page knows it. */
export const ListDisplay = createContext<Pick<Preferences, "density" | "hidden" | "shortcuts">>({});

import { createContext } from "react";

/** The charts of the page that the server is rendering, by the names that its data have for them. */
export const Drawings = createContext<ReadonlyMap<string, string> | undefined>(undefined);

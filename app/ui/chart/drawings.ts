import { createContext } from "react";

/** HTML of the charts that the server is rendering, by the ids used in the page's data. */
export const Drawings = createContext<ReadonlyMap<string, string> | undefined>(undefined);

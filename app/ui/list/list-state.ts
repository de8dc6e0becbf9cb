import { createContext, useContext } from "react";

/** Query strings of the lists the user has filtered, by the list's path. */
export const LeftLists = createContext<Record<string, string> | undefined>(undefined);

/** Returns a function that returns the link back to a list, with the filters it was last left with. */
export function useListState(): (path: string) => string {
  const left = useContext(LeftLists);
  return (path) => path + (left?.[path] ?? "");
}

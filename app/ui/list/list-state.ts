import { createContext, useContext } from "react";

/** What stood behind `?` of each list that was narrowed, as it was left; by the list's path. */
export const LeftLists = createContext<Record<string, string> | undefined>(undefined);

/** Answers where a link back to a list leads: to the list as it was left. */
export function useLeft(): (path: string) => string {
  const left = useContext(LeftLists);
  return (path) => path + (left?.[path] ?? "");
}

import { createContext, useContext } from "react";
import type { Permission } from "./access.server";

/**
 * What the person at this browser may do at all. The server decides; this only keeps controls from being drawn that it
 * would refuse.
 */
export const PermissionsContext = createContext<readonly Permission[]>([]);

/** The id of the person at this browser; nothing for visitors. */
export const PersonContext = createContext<number | undefined>(undefined);

/** Answers whether the person at this browser may do something. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useContext(PermissionsContext);
  return (permission) => permissions.includes(permission);
}

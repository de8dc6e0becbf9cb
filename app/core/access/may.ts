import { createContext, useContext } from "react";
import type { Permission } from "./access.server";

/** Permissions of the signed-in user, used to hide controls that the server would refuse. */
export const PermissionsContext = createContext<readonly Permission[]>([]);

/** Id of the signed-in user; undefined for visitors. */
export const PersonContext = createContext<number | undefined>(undefined);

/** Returns a function that tells whether the signed-in user has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useContext(PermissionsContext);
  return (permission) => permissions.includes(permission);
}

/** Every route with an address, from `app/routes.ts`. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";

interface AddressedRoute {
  id: string;
  /** Its path, such as `/users/:id`. */
  path: string;
  file: string;
}

/** Returns the id of a route; by default its file's name. */
export const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.\w+$/, "");

function flatten(entries: RouteConfigEntry[], parent: string): AddressedRoute[] {
  return entries.flatMap((entry) => {
    const { file, path: part, index, children } = entry;
    const path = [parent, part].filter(Boolean).join("/");
    const own = part !== undefined || index || !children ? [{ id: idOf(entry), path: `/${path}`, file }] : [];
    return [...own, ...flatten(children ?? [], path)];
  });
}

export const allRoutes = flatten(routes, "");

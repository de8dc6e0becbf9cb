/**
 * Lists every route of the built app as an address that can be requested, so that new ones are included
 * automatically.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openToAll } from "~/testing/open-routes";

/** Whether a route's loader or action rejects visitors, if it has one. */
type Door = "none" | "open" | "closed";

interface Part {
  id: string;
  loader: Door;
  action: Door;
}

export interface Address {
  /** Index among all addresses. */
  place: number;
  /** URL path, such as `/users/4`. */
  path: string;
  /** Path of the page's data, as requested by Remix's client scripts. */
  dataPath: string;
  isApi: boolean;
  /** The route at the address. */
  leaf: Part;
  /** The route and its parents, outermost first; their loaders can be requested alone. */
  branch: Part[];
}

export interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasLoader?: boolean;
  hasAction?: boolean;
}

/** Returns all routes of the build by id. */
export function builtRoutes(): Record<string, BuiltRoute> {
  const file = join(import.meta.dirname, "../../../build/routes.json");
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, BuiltRoute>;
}

/** Returns every address of the site. `example` fills in the parameters of a path. */
export function addresses(example: (path: string) => string): Address[] {
  const built = builtRoutes();
  const branchOf = (route: BuiltRoute): BuiltRoute[] => [
    ...(route.parentId === undefined ? [] : branchOf(built[route.parentId]!)),
    route,
  ];
  return Object.values(built)
    .filter(({ path, index }) => path || index) // the others only frame routes that have an address
    .map((route, place) => {
      const branch = branchOf(route);
      const path = example(
        `/${branch
          .map(({ path }) => path)
          .filter(Boolean)
          .join("/")}`,
      );
      const parts = branch.map(part);
      return {
        place,
        path,
        dataPath: path === "/" ? "/_root.data" : `${path}.data`,
        isApi: path.startsWith("/api/"),
        leaf: part(route),
        branch: parts,
      };
    });
}

function part({ id, hasLoader, hasAction }: BuiltRoute): Part {
  const door = (kind: "loader" | "action", exists = false) =>
    !exists ? "none" : openToAll.has(`${kind} ${id}`) ? "open" : "closed";
  return { id, loader: door("loader", hasLoader), action: door("action", hasAction) };
}

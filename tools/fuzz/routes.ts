/** Reads routes and parameters from the source code, so that new ones are included automatically. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";
import { paths } from "../../scripts/messages.mjs";

export interface Route {
  /** Path pattern, such as `/users/:id`. */
  pattern: string;
  /** Route id, as used in `?_routes=`. */
  id: string;
}

/** Every route in `app/routes.ts` with a path; routes without one are layouts, which only `?_routes=` can address. */
export const allRoutes: Route[] = flatten(routes, "");

function flatten(entries: RouteConfigEntry[], parent: string): Route[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const whole = path === undefined ? parent : `${parent}/${path}`;
    const own = path !== undefined || index ? [{ pattern: whole || "/", id: id ?? file.replace(/\.tsx?$/, "") }] : [];
    return [...own, ...flatten(children, whole)];
  });
}

const gaps = (pattern: string) => pattern.split(/[:*]/).length;

/** Route matchers, most specific first. */
const matchers = allRoutes
  .map(({ pattern }) => {
    const parts = pattern
      .split("/")
      .map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replaceAll(".", "\\.")));
    return { pattern, matches: new RegExp(`^${parts.join("/")}$`) };
  })
  .sort((one, other) => gaps(one.pattern) - gaps(other.pattern) || other.pattern.length - one.pattern.length);

/** Returns the pattern of the route for a URL of a page or its data; "" if there is none. */
export function routeOf(address: string): string {
  const path = address.replace(/\?.*$/s, "").replace(/\.data$/, "");
  return matchers.find(({ matches }) => matches.test(path))?.pattern ?? "";
}

/** Names of all query parameters that loaders and actions read. */
export const parameterNames: string[] = [
  ...new Set(
    sources().flatMap((source) =>
      [...source.matchAll(/params\.(?:get|getAll|has)\("([^"]+)"\)/gi)].map(([, name = ""]) => name),
    ),
  ),
].sort();

function sources(): string[] {
  const app = join(paths.root, "app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  return files.map((file) => readFileSync(join(app, file), "utf8"));
}

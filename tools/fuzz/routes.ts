/** What the sources say about addresses, so that a new route is fuzzed without anybody saying so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";
import { paths } from "../../scripts/say.mjs";

export interface Route {
  /** Such as `/users/:id`. */
  pattern: string;
  /** As `?_routes=` names it. */
  id: string;
}

/** Every address of `app/routes.ts`; routes without one are layouts, which only `?_routes=` can name. */
export const allRoutes: Route[] = flatten(routes, "");

function flatten(entries: RouteConfigEntry[], parent: string): Route[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const whole = path === undefined ? parent : `${parent}/${path}`;
    const own = path !== undefined || index ? [{ pattern: whole || "/", id: id ?? file.replace(/\.tsx?$/, "") }] : [];
    return [...own, ...flatten(children, whole)];
  });
}

const gaps = (pattern: string) => pattern.split(/[:*]/).length;

/** The most particular one first. */
const matchers = allRoutes
  .map(({ pattern }) => {
    const parts = pattern
      .split("/")
      .map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replaceAll(".", "\\.")));
    return { pattern, matches: new RegExp(`^${parts.join("/")}$`) };
  })
  .sort((one, other) => gaps(one.pattern) - gaps(other.pattern) || other.pattern.length - one.pattern.length);

/** The pattern of the route that answers an address, as a page or for Remix in the browser. */
export function routeOf(address: string): string {
  const path = address.replace(/\?.*$/s, "").replace(/\.data$/, "");
  return matchers.find(({ matches }) => matches.test(path))?.pattern ?? "";
}

/** The names of all parameters that some loader or action looks for behind the `?`. */
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

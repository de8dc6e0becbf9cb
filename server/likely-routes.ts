import type { ServerBuild } from "@remix-run/node";
import { isDecodable } from "~/core/http/respond.server";
import { isData } from "./address";

/**
 * Returns a function that finds `make(part)` for a URL, where `part` is the build reduced to the routes that the URL
 * can match. Remix compares each URL with all routes several times per request; results are cached by route set, of
 * which there are hardly more than routes.
 */
export function byLikelyRoutes<Made>(build: ServerBuild, make: (part: ServerBuild) => Made): (url: URL) => Made {
  const branches = branchesOf(build);
  const made = new Map<string, Made>();
  return (url) => {
    const asked = pathsIn(url).map(partsOf);
    const likely = branches.filter(({ pattern }) => asked.some((parts) => canMatch(pattern, parts)));
    const key = likely.map(({ place }) => place).join();
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(likely.length ? buildWithRoutes(build, new Set(likely.flatMap(({ ids }) => ids))) : build);
    made.set(key, fresh);
    return fresh;
  };
}

/** The path pattern of a route. */
interface Pattern {
  /** Segments in upper case; a parameter begins with a colon. */
  parts: string[];
  /** Whether more segments may follow, because of a splat or an optional segment. */
  open: boolean;
}

/** Lists all routes that can be requested, with the ids of their parent routes. */
function branchesOf({ routes }: ServerBuild) {
  const around = (id = ""): ServerBuild["routes"][string][] =>
    routes[id] ? [...around(routes[id].parentId), routes[id]] : [];
  return Object.values(routes)
    .filter(({ path, index }) => path !== undefined || index)
    .map(({ id }, place) => {
      const branch = around(id);
      const path = branch.reduce((outer, { path = "" }) => (path.startsWith("/") ? path : `${outer}/${path}`), "");
      return { place, ids: branch.map(({ id }) => id), pattern: patternOf(path) };
    });
}

function patternOf(path: string): Pattern {
  const parts = path.toUpperCase().split("/").filter(Boolean);
  const end = parts.findIndex((part) => /[*?]$/.test(part));
  return end < 0 ? { parts, open: false } : { parts: parts.slice(0, end), open: true };
}

/**
 * Whether a route may match. Never rejects what React Router would match; it may accept more (doubled slashes, for
 * example), which React Router then rejects.
 */
function canMatch({ parts, open }: Pattern, asked: string[]): boolean {
  const longEnough = open ? asked.length >= parts.length : asked.length === parts.length;
  return longEnough && parts.every((part, at) => part === asked[at] || part.startsWith(":"));
}

/**
 * Returns the paths that Remix looks up. A data request also looks up the path of its page, derived as Remix does it.
 */
function pathsIn({ href, pathname }: URL): string[] {
  if (!isData(pathname)) return [pathname];
  const page = new URL(href);
  page.pathname = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return [pathname, page.pathname];
}

/**
 * Splits a path into segments, decoded like in React Router (all or none), and in upper case because matching ignores
 * case.
 */
function partsOf(pathname: string): string[] {
  const parts = pathname.split("/").filter(Boolean);
  return (isDecodable(pathname) ? parts.map(decodeURIComponent) : parts).map((part) => part.toUpperCase());
}

/** Returns the build with only these routes. Rendering needs no others; browsers load the full manifest from a file. */
function buildWithRoutes(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

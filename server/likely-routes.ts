import type { ServerBuild } from "@remix-run/node";
import { isDecodable } from "~/core/http/respond.server";
import { isData } from "./address";

/**
 * Remix compares each address with all routes, several times a request, and ranks them anew each time. It decides here
 * too, but among the few routes that the address can lead to: what `make` makes of a build is made of one with only
 * those.
 *
 * Returns how to find that for an address. It is made once for each set of routes, and there are hardly more sets than
 * routes.
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
    const fresh = make(likely.length ? onlyWith(build, new Set(likely.flatMap(({ ids }) => ids))) : build);
    made.set(key, fresh);
    return fresh;
  };
}

/** A route that can be asked for, as a path. */
interface Pattern {
  /** In capitals; a parameter begins with a colon. */
  parts: string[];
  /** Whether anything may follow: a splat, or what is optional. */
  open: boolean;
}

/** Every route that can be asked for, with the ids of the routes around it. */
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
 * Never denies what React Router would find; what it allows beyond that (in doubled slashes, say) is for React Router
 * to refuse.
 */
function canMatch({ parts, open }: Pattern, asked: string[]): boolean {
  const longEnough = open ? asked.length >= parts.length : asked.length === parts.length;
  return longEnough && parts.every((part, at) => part === asked[at] || part.startsWith(":"));
}

/**
 * What Remix looks up. Its scripts ask for the data of a page at another address, which becomes the page's in the same
 * steps as there.
 */
function pathsIn({ href, pathname }: URL): string[] {
  if (!isData(pathname)) return [pathname];
  const page = new URL(href);
  page.pathname = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return [pathname, page.pathname];
}

/** Decoded as React Router does it, part by part or not at all, and in capitals, because it compares without case. */
function partsOf(pathname: string): string[] {
  const parts = pathname.split("/").filter(Boolean);
  return (isDecodable(pathname) ? parts.map(decodeURIComponent) : parts).map((part) => part.toUpperCase());
}

/** Drawing a page needs the same routes; browsers read the list of all of them from a file. */
function onlyWith(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

import { config } from "config";
import { samePath } from "./respond.server";

/** The addresses that this site is reached by. A sample also answers to the machine's other names for itself. */
export const ownOrigins: ReadonlySet<string> = new Set([
  new URL(config.appUrl).origin,
  ...(config.sampleData ? ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${config.port}`) : []),
]);

/**
 * Whether a request may change something: browsers say where it comes from, and it must be from here.
 * A request that says nothing comes from no browser (a script, a test) and carries no stranger's cookies.
 */
export function comesFromHere(headers: { get(name: string): string | null | undefined }): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("Origin");
  return origin === null || origin === undefined || ownOrigins.has(origin);
}

export const changesNothing = (method: string) => method === "GET" || method === "HEAD";

/**
 * The page of this site that somebody came from to `path`. Nothing where they did not, or where it was to log in: that
 * would only lead here again.
 */
export function cameFrom(referer: string | undefined, path: string): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined;
  const { origin, pathname, search } = new URL(referer);
  const from = pathname + search;
  return ownOrigins.has(origin) && from !== path && !/^\/login\b/i.test(from) ? samePath(from, "/") : undefined;
}

/**
 * The page that a request is for, or for a change the one it was made on: what only takes forms has nothing to show.
 */
export function pageOf({ method, url, headers }: Request): string {
  const page = changesNothing(method) ? url : (headers.get("Referer") ?? "");
  if (!URL.canParse(page)) return "/";
  const { origin, pathname, search } = new URL(page);
  return page === url || ownOrigins.has(origin) ? samePath(pathname + search, "/") : "/";
}

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

const pathIn = ({ pathname, search }: URL) => samePath(pathname + search, "/");

/** The page of this site that a request says it was made on, if it does. */
function referringPage(referer: string | null | undefined): string | undefined {
  const page = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  return page && ownOrigins.has(page.origin) ? pathIn(page) : undefined;
}

/**
 * The page of this site that somebody came from to `path`. Nothing where they did not, or where it was to log in: that
 * would only lead here again.
 */
export function cameFrom(referer: string | undefined, path: string): string | undefined {
  const from = referringPage(referer);
  return from === path || /^\/login\b/i.test(from ?? "") ? undefined : from;
}

/**
 * The page that a request is for, or for a change the one it was made on: what only takes forms has nothing to show.
 */
export const pageOf = ({ method, url, headers }: Request): string =>
  changesNothing(method) ? pathIn(new URL(url)) : (referringPage(headers.get("Referer")) ?? "/");

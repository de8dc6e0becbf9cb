import { config } from "config";
import { samePath } from "./respond.server";

/** Origins of this site. A sample also accepts the machine's names for itself. */
export const ownOrigins: ReadonlySet<string> = new Set([
  new URL(config.appUrl).origin,
  ...(config.sampleData ? ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${config.port}`) : []),
]);

/**
 * Whether a request is same-origin and may change something. A request without these headers comes from no browser (a
 * script, a test) and carries no victim's cookies.
 */
export function comesFromHere(headers: { get(name: string): string | null | undefined }): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("Origin");
  return origin === null || origin === undefined || ownOrigins.has(origin);
}

export const changesNothing = (method: string) => method === "GET" || method === "HEAD";

const pathIn = ({ pathname, search }: URL) => samePath(pathname + search, "/");

/** Returns the path of the referring page if it belongs to this site. */
function referringPage(referer: string | null | undefined): string | undefined {
  const page = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  return page && ownOrigins.has(page.origin) ? pathIn(page) : undefined;
}

/**
 * Returns the page of this site that led to `path`; undefined if there is none or it is the login page, which would
 * only lead back here.
 */
export function cameFrom(referer: string | undefined, path: string): string | undefined {
  const from = referringPage(referer);
  return from === path || /^\/login\b/i.test(from ?? "") ? undefined : from;
}

/** Returns the requested page; for a POST, the page it was sent from, as action routes have nothing to show. */
export const pageOf = ({ method, url, headers }: Request): string =>
  changesNothing(method) ? pathIn(new URL(url)) : (referringPage(headers.get("Referer")) ?? "/");

/** Last filters of each list: the query string is stored in a cookie, and links back to a list restore it. */
import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { isVisit } from "~/core/http/prefetch.server";
import { lists } from "~/core/list/define-list.server";
import { seal, unseal } from "~/core/process/secrets.server";

/** Query strings by the list's path; none for a list without filters. */
export type ListState = Record<string, string>;

/** A session cookie, sealed per user, so that no later user of the browser can read the searches. */
const cookie = createCookie(cookieName("left"), cookieOptions);
const listStateKey = ({ id }: { id: number }) => `lists as user ${id} left them`;

/** Filtered pages with subpages that are not registered lists. */
const extraListPaths = ["/team", "/team/clients", "/course", "/career"];

/** Parameters that are not stored: the selection and the open menu. */
const transientParams = ["select", "menu"];

/** Maximum length of one query string and of all together, in characters. A cookie holds 4,096 encoded bytes. */
const [maxSearch, maxTotal] = [500, 1_000];

/** Returns the list filters this user left in this browser; another user's are ignored. */
export async function readListState(request: Request, me: { id: number }): Promise<ListState> {
  const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
  const left = typeof sealed === "string" ? unseal(sealed, listStateKey(me)) : undefined;
  return left ? (JSON.parse(left) as ListState) : {};
}

/** Returns the path of a list with the query string it was last left with. */
export async function withListState(request: Request, me: { id: number }, path: string): Promise<string> {
  return path + ((await readListState(request, me))[path] ?? "");
}

/**
 * Returns the `Set-Cookie` header that stores the requested list's filters, or undefined for other pages and if
 * nothing changed.
 */
export async function saveListState(
  request: Request,
  me: { id: number },
  kept: ListState,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!isVisit(request) || !(extraListPaths.includes(pathname) || lists().some(({ path }) => path === pathname)))
    return;
  for (const name of transientParams) searchParams.delete(name);
  const { [pathname]: before = "", ...others } = kept;
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  if (search === before) return;
  const left = Object.entries({ ...others, ...(search && search.length <= maxSearch && { [pathname]: search }) });
  while (JSON.stringify(left).length > maxTotal) left.shift(); // drops the oldest
  return cookie.serialize(seal(JSON.stringify(Object.fromEntries(left)), listStateKey(me)));
}

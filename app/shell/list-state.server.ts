/** Lists as they were left: what stood behind `?` stays in a cookie, and links back to a list lead there. */
import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { isVisit } from "~/core/http/prefetch.server";
import { lists } from "~/core/list/define-list.server";
import { seal, unseal } from "~/core/process/secrets.server";

/** What stood behind `?`, by the path of the list; nothing for one that was not narrowed. */
export type ListState = Record<string, string>;

/** Kept until the browser is closed, and sealed: what somebody searched for is read by nobody after them. */
const cookie = createCookie(cookieName("left"), cookieOptions);
const listStateKey = ({ id }: { id: number }) => `lists as user ${id} left them`;

/** Pages that are not in the list of lists, but are narrowed too and have others beneath them. */
const alike = ["/team", "/team/clients", "/course", "/career"];

/** What was selected or open. */
const passing = ["select", "menu"];

/** As long as one search may be, and all of it: a cookie has room for 4,096 bytes, which are encoded. */
const [maxSearch, maxLetters] = [500, 1_000];

/** How somebody left their lists in this browser. How somebody else did is nothing to them. */
export async function leftLists(request: Request, me: { id: number }): Promise<ListState> {
  const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
  const left = typeof sealed === "string" ? unseal(sealed, listStateKey(me)) : undefined;
  return left ? (JSON.parse(left) as ListState) : {};
}

/** Where it leads back to a list: there as it was left. */
export async function asLeft(request: Request, me: { id: number }, path: string): Promise<string> {
  return path + ((await leftLists(request, me))[path] ?? "");
}

/** The header that keeps how the list is left that is asked for; nothing for other pages, or where it is kept. */
export async function keepLeft(request: Request, me: { id: number }, kept: ListState): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!isVisit(request) || !(alike.includes(pathname) || lists().some(({ path }) => path === pathname))) return;
  for (const name of passing) searchParams.delete(name);
  const { [pathname]: before = "", ...others } = kept;
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  if (search === before) return;
  const left = Object.entries({ ...others, ...(search && search.length <= maxSearch && { [pathname]: search }) });
  while (JSON.stringify(left).length > maxLetters) left.shift(); // the one that was narrowed the longest ago
  return cookie.serialize(seal(JSON.stringify(Object.fromEntries(left)), listStateKey(me)));
}

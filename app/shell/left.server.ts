/** Lists as they were left: what stood behind `?` stays in a cookie, and links back to a list lead there. */
import { createCookie } from "@remix-run/node";
import { config } from "config";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { isVisit } from "~/core/http/prefetch.server";
import { lists } from "~/core/list/define-list.server";

/** What stood behind `?`, by the path of the list; nothing for one that was not narrowed. */
type Left = Record<string, string>;

/** Kept until the browser is closed. It is signed, so it only ever says what a list's own address said. */
const cookie = createCookie(cookieName("left"), { ...cookieOptions, secrets: [config.sessionSecret] });

/** Pages that are not in the list of lists, but are narrowed too and have others beneath them. */
const alike = ["/team", "/team/clients", "/course", "/career"];

/** What was selected or open. */
const passing = ["select", "menu"];

/** As long as all of it may be: a cookie has room for 4,096 bytes, which are encoded. */
const maxLetters = 1_000;

/** How somebody left their lists in this browser. How somebody else did is nothing to them. */
export async function leftLists(request: Request, me: { id: number }): Promise<Left> {
  const kept = (await cookie.parse(request.headers.get("Cookie"))) as { person: number; left: Left } | null;
  return kept?.person === me.id ? kept.left : {};
}

/** Where it leads back to a list: there as it was left. */
export async function asLeft(request: Request, me: { id: number }, path: string): Promise<string> {
  return path + ((await leftLists(request, me))[path] ?? "");
}

/** The header that keeps how the list is left that is asked for; nothing for other pages, or where it is kept. */
export async function keepLeft(request: Request, me: { id: number }): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!isVisit(request) || !(alike.includes(pathname) || lists().some(({ path }) => path === pathname))) return;
  for (const name of passing) searchParams.delete(name);
  const { [pathname]: before = "", ...others } = await leftLists(request, me);
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  if (search === before) return;
  const left = Object.entries({ ...others, ...(search && { [pathname]: search }) });
  while (JSON.stringify(left).length > maxLetters) left.shift(); // the one that was narrowed the longest ago
  return cookie.serialize({ person: me.id, left: Object.fromEntries(left) });
}

/** Result of following all links as a user, with those that lead to something refused or missing. */
import { matchRoutes } from "@remix-run/react";
import { may, reachOf } from "~/core/access/access.server";
import { commands, allowedEntries } from "~/shell/palette/entries";
import { openToAll } from "~/testing/open-routes";
import { permissionOf } from "~/testing/route-permissions";
import type { Insider } from "./expected";
import { builtRoutes } from "./routes";

export interface Walk {
  /** Routes of the visited pages. */
  routes: Set<string>;
  /** Number of forms checked, and of buttons with a target of their own. */
  forms: number;
  /** Dead ends, such as "/orders (from /): 403". */
  dead: string[];
}

interface Walker extends Insider {
  /** Whether the record at a path belongs to the user; true if there is none. */
  isOwn(path: string): boolean;
}

interface Link {
  url: URL;
  /** Path of the page with the link. */
  from: string;
}

/** A link on a page, or the target of a form. */
interface Target {
  method: "GET" | "POST";
  url: URL;
}

/** Menu entries that demonstrate error pages. */
const examples = ["/avscsf", "/server-error", "/maintenance"];

/** Queries for the command palette and the search page. */
const searches = ["a", "order", "mara", "inv", "pending"].flatMap((q) => [`/search/suggest?q=${q}`, `/search?q=${q}`]);

/** Parameters that change which links a page offers. */
const telling = ["trash", "select", "q"];

/** Maximum number of concurrent requests. */
const maxConcurrent = 8;

/**
 * Follows every link from the home page, the command palette's entries and `also`, once per route. Forms are not
 * submitted; the permission tables tell whether they would be refused.
 */
export async function walk(site: string, person: Walker, also: string[]): Promise<Walk> {
  const found: Walk = { routes: new Set(), forms: 0, dead: [] };
  const palette = allowedEntries((permission) => may(person, permission), commands).flatMap(({ href }) => href ?? []);
  const linked = (from: string, paths: string[]) => paths.map((path): Link => ({ url: new URL(path, site), from }));
  const seen = new Set<string>();
  const isNew = ({ url }: Link) => {
    const told = telling.filter((name) => url.searchParams.has(name));
    // Each row of a list has a menu of its own. One page of rows is enough.
    const menu = told.length > 0 || url.searchParams.has("page") ? "" : `menu ${url.searchParams.get("menu")}`;
    const key = [routeAt(url.pathname), ...told, menu].join(" ");
    return !seen.has(key) && !examples.includes(url.pathname) && Boolean(seen.add(key));
  };
  const look = async ({ url, from }: Link) => {
    const { status, targets } = await ask(url, person);
    found.routes.add(routeAt(url.pathname));
    if (status === 403 || status === 404) found.dead.push(`${url.pathname}${url.search} (from ${from}): ${status}`);
    const forms = targets.filter(({ method }) => method === "POST");
    found.forms += forms.length;
    found.dead.push(
      ...forms
        .filter((form) => isRefused(form, person))
        .map((form) => `POST ${form.url.pathname} (on ${url.pathname})`),
    );
    return targets.filter(({ method }) => method === "GET").map((link) => ({ url: link.url, from: url.pathname }));
  };
  let next = [...linked("the palette", ["/", ...palette, ...searches]).filter(isNew), ...linked("the test", also)];
  while (next.length > 0) {
    const links = (await Promise.all(next.slice(0, maxConcurrent).map(look))).flat();
    next = [...next.slice(maxConcurrent), ...links.filter(isNew)];
  }
  found.dead = [...new Set(found.dead)].sort();
  return found;
}

/** Requests a URL; returns the links and forms of the page on this site, or the target of a redirect. */
async function ask(url: URL, person: Insider): Promise<{ status: number; targets: Target[] }> {
  const answer = await fetch(url, { headers: person.headers, redirect: "manual" });
  const { status, headers } = answer;
  const [type, location] = [headers.get("content-type") ?? "", headers.get("location")];
  if (type.includes("event-stream"))
    return answer.body?.cancel().then(() => ({ status, targets: [] })) ?? { status, targets: [] };
  const text = await answer.text();
  const links = location
    ? [location]
    : type.includes("json")
      ? [...text.matchAll(/"href":"([^"]+)"/g)].map(([, href = ""]) => href)
      : [];
  const targets =
    type.includes("html") && !location
      ? targetsOf(text, url)
      : links.map((href): Target => ({ method: "GET", url: new URL(href, url) }));
  return { status, targets: targets.filter(({ url: { origin } }) => origin === url.origin) };
}

type Tree = Parameters<typeof matchRoutes>[0];

const childrenOf = (parent: string | undefined): Tree =>
  Object.values(built).flatMap(({ id, path, index, parentId }) =>
    parentId !== parent ? [] : index ? { id, path, index } : { id, path, children: childrenOf(id) },
  );

const built = builtRoutes();
const tree = childrenOf(undefined);
const routes = new Map<string, string>();

/** Returns the route id at a path. Cached, because links repeat. */
export function routeAt(path: string): string {
  const id = routes.get(path) ?? matchRoutes(tree, path)?.at(-1)?.route.id ?? "none";
  routes.set(path, id);
  return id;
}

const changesAnything = ({ access, areas }: Insider) =>
  access === "admin" || access === "owner" || Object.values(areas).includes("change");

/** Whether the tables refuse a form's request. */
function isRefused({ url }: Target, person: Walker): boolean {
  const door = `action ${routeAt(url.pathname)}`;
  if (openToAll.has(door)) return false;
  const permission = permissionOf.get(door);
  if (!permission) return true; // nothing takes it
  if (permission === "undo" && !changesAnything(person)) return true; // they changed nothing of their own here
  const reach = reachOf(person, permission);
  return reach === "none" || (reach === "own" && !person.isOwn(url.pathname));
}

/** Returns the links of a page and the targets of its forms and buttons. */
function targetsOf(html: string, page: URL): Target[] {
  const targets: Target[] = [];
  let form: Target["method"] = "POST";
  for (const [tag, name = ""] of html.matchAll(/<(a|form|button|img)\s(?:[^>"]|"[^"]*")*>/g)) {
    const { href, src, action, method, formaction, formmethod } = attributesOf(tag);
    const at = (path: string | undefined) => new URL(path || page, page);
    if (name === "form") {
      form = method?.toLowerCase() === "post" ? "POST" : "GET";
      targets.push({ method: form, url: at(action) });
    } else if (name === "button") {
      if (formaction !== undefined)
        targets.push({ method: formmethod?.toLowerCase() === "get" ? "GET" : form, url: at(formaction) });
    } else if (href ?? src) targets.push({ method: "GET", url: at(href ?? src) });
  }
  return targets;
}

const attributesOf = (tag: string): Partial<Record<string, string>> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      value.replaceAll("&amp;", "&"),
    ]),
  );

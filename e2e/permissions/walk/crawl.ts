/** Requests everything that a user's pages link to, in every way a page can be requested. */
import { matchRoutes } from "@remix-run/react";
import { type BuiltRoute, builtRoutes } from "../matrix/routes";

export interface Answer {
  url: string;
  status: number;
  type: string;
  body: Buffer;
}

/** Maximum number of variants of a path: sorted, filtered, paginated. */
const maxVariants = 15;
/** Maximum number of concurrent requests. */
const maxConcurrent = 12;

/** Whether the path is a static asset, the same for everyone. */
const isBuilt = (path: string) =>
  /^\/(assets|fonts|icons|avatars)\/|^\/(favicon|icon|manifest|samples\/products)/.test(path);

/**
 * Follows all links, images and GET forms from these paths, and requests each page's data as well, loader by loader.
 * `see` gets every response; returns the number of requested URLs.
 */
export async function crawl(
  site: string,
  headers: Record<string, string>,
  from: string[],
  see: (answer: Answer) => void,
): Promise<number> {
  const variants = new Map<string, number>();
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (address: string, base: string, isNamed = false) => {
    if (!URL.canParse(address, base)) return;
    const { origin, pathname, search } = new URL(address, base);
    const url = pathname + search;
    if (origin !== site || known.has(url) || isBuilt(pathname) || pathname === "/live") return;
    const shape = pathname.replace(/\d+/g, "0");
    const asked = variants.get(shape) ?? 0;
    if (!isNamed && asked >= maxVariants) return;
    variants.set(shape, asked + 1);
    known.add(url);
    waiting.push(url);
  };
  for (const url of from) add(url, site, true);
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      for (const way of waysTo(url)) {
        const answer = await get(site, way, headers);
        see(answer);
        if (way === url) for (const next of linksOf(answer)) add(next, site + url);
      }
    }
  };
  while (waiting.length > 0) await Promise.all(Array.from({ length: maxConcurrent }, work));
  return known.size;
}

export async function get(site: string, url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(site + url, { headers, redirect: "manual" });
  const location = answer.headers.get("location");
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    url,
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    body: location ? Buffer.concat([body, Buffer.from(`\n${location}`)]) : body,
  };
}

const routes = nested(Object.values(builtRoutes()));

interface Nested {
  id: string;
  path?: string;
  children?: Nested[];
}

function nested(all: BuiltRoute[], parentId?: string): Nested[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, index: true } : { id, path, children: nested(all, id) }) as Nested);
}

/**
 * Returns the URL and, for a page, those of its data: all together, each loader alone, and with Remix's `_data`
 * parameter.
 */
function waysTo(url: string): string[] {
  const [path = "", search = ""] = url.split("?");
  if (path.endsWith(".data")) return [url];
  const branch = (matchRoutes(routes as Parameters<typeof matchRoutes>[0], path) ?? []).map(
    ({ route }) => route as unknown as Nested,
  );
  if (!branch.some(({ id }) => id === "shell/page")) return [url];
  const query = (text: string) => (text ? `?${text}` : "");
  const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
  const leaf = branch.at(-1)?.id ?? "";
  const alone = new URLSearchParams({ _routes: leaf });
  return [
    url,
    dataPath + query(search),
    `${dataPath}?${search ? `${search}&` : ""}${alone}`,
    `${path}?_data=${encodeURIComponent(leaf)}`,
  ];
}

/** Returns the links and images of a page, and the URLs of its GET forms with every choice of each field. */
function linksOf({ type, body, status }: Answer): string[] {
  const html = body.toString();
  if (status >= 300 && status < 400) return [html.split("\n").at(-1) ?? ""];
  if (!type.includes("html")) return [];
  const links = [...html.matchAll(/\s(?:href|src)="([^"#][^"]*)"/g)].map(([, link = ""]) => unescaped(link));
  return [
    ...links,
    ...[...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].flatMap(([, about = "", fields = ""]) =>
      submittedValues(about, fields),
    ),
  ];
}

function submittedValues(about: string, fields: string): string[] {
  if (/method="post"/i.test(about)) return [];
  const action = attribute(about, "action") ?? "";
  const inputs = [...fields.matchAll(/<input\b([^>]*)>/g)].flatMap(([, tag = ""]): [string, string, boolean][] => {
    const name = attribute(tag, "name");
    const isChoice = /type="(checkbox|radio)"/.test(tag);
    return name ? [[name, attribute(tag, "value") ?? "", !isChoice || / checked/.test(tag)]] : [];
  });
  const options = [...fields.matchAll(/<select\b([^>]*)>([^]*?)<\/select>/g)].flatMap(([, tag = "", inner = ""]) =>
    [...inner.matchAll(/<option\b([^>]*)>/g)].map(([, option = ""]): [string, string, boolean] => [
      attribute(tag, "name") ?? "",
      attribute(option, "value") ?? "",
      / selected/.test(option),
    ]),
  );
  const all = [...inputs, ...options];
  const asItIs = new URLSearchParams(all.filter(([, , isSet]) => isSet).map(([name, value]) => [name, value]));
  const changed = all
    .filter(([, , isSet]) => !isSet)
    .map(([name, value]) => {
      const query = new URLSearchParams(asItIs);
      query.set(name, value);
      return query;
    });
  return [asItIs, ...changed].map((query) => `${unescaped(action).split("?")[0]}?${query}`);
}

const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

const unescaped = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

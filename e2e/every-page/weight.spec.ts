/**
 * Maximum size of the scripts that a page loads initially, in transferred bytes. The scripts are found from the HTML
 * and their imports; one test per mechanism checks that Chromium loads the same ones.
 */
import { type APIRequestContext, request } from "@playwright/test";
import { pagesInside } from "../../scripts/areas.mjs";
import { expect, hydrated, inOneWindow as test, logIn, signIn, site } from "../support";

const maxBytes = 110 * 1024;
const pagesOutside = ["/", "/login", "/register", "/forget-password", "/no-such-page"];

let visitor: APIRequestContext;
let insider: APIRequestContext;
test.beforeAll(async () => {
  visitor = await request.newContext({ baseURL: site() });
  insider = await request.newContext({ baseURL: site() });
  await logIn(insider);
});
test.afterAll(async () => {
  await visitor.dispose();
  await insider.dispose();
});

interface Script {
  size: number;
  /** Scripts that it statically imports. */
  needs: string[];
  /** Whether it can load more scripts on demand. */
  hasMore: boolean;
}

/** Scripts by path; their names contain a hash of the content. */
const known = new Map<string, Promise<Script>>();

/** Fetches a script, compressed like for a browser. */
function script(path: string): Promise<Script> {
  const found = known.get(path) ?? ask();
  known.set(path, found);
  return found;

  async function ask() {
    const answer = await visitor.get(path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
    expect(answer.status(), path).toBe(200);
    const text = await answer.text();
    const size = Number(answer.headers()["content-length"]);
    expect(size, path).toBeGreaterThan(0);
    const needs = [...text.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g)].map(
      ([, to = ""]) => new URL(to, site() + path),
    );
    return { size, needs: needs.map(({ pathname }) => pathname), hasMore: /\bimport\(/.test(text) };
  }
}

/** Returns a page's scripts by path: those it references and everything they import. */
async function scriptsOf(who: APIRequestContext, path: string): Promise<Record<string, Script>> {
  const html = await (await who.get(path)).text();
  const preloaded = [...html.matchAll(/<link\b[^>]*\brel="later"[^>]*>|<script\b[^>]*\bsrc=[^>]*>/g)].map(
    ([tag]) => /\b(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? tag,
  );
  const modules = [...html.matchAll(/<script\b[^>]*\btype="later"[^>]*>([^<]*)/g)].map(([, text]) => text).join("\n");
  const imported = [...modules.matchAll(/\b(?:from|import)\b[\s(]*"(\/[^"]+)"/g)].map(([, to = ""]) => to);
  const scripts: Record<string, Script> = {};
  for (const next = [...preloaded, ...imported]; next.length > 0;) {
    const name = next.pop() ?? "";
    if (scripts[name]) continue;
    scripts[name] = await script(name);
    next.push(...scripts[name].needs);
  }
  return scripts;
}

const sizesOf = (scripts: Record<string, Script>) =>
  Object.fromEntries(Object.entries(scripts).map(([path, { size }]) => [path, size]));

async function expectLight(who: APIRequestContext, path: string) {
  const sizes = sizesOf(await scriptsOf(who, path));
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeGreaterThan(10 * 1024);
  expect(total, JSON.stringify(sizes)).toBeLessThan(maxBytes);
}

for (const path of pagesOutside)
  test(`a visitor's ${path} loads less than 110 KB of script`, () => expectLight(visitor, path));

for (const path of pagesInside)
  test(`${path} of somebody who is signed in loads less than 110 KB of script`, () => expectLight(insider, path));

for (const [whose, who, paths] of [
  ["a visitor's pages", () => visitor, pagesOutside],
  ["the pages of somebody who is signed in", () => insider, pagesInside],
] as const) {
  test(`Chromium loads only the weighed scripts of ${whose} until the user acts`, async ({ page }) => {
    if (whose !== "a visitor's pages") await signIn(page);
    await page.route("**/live", (route) => route.fulfill({ status: 204 })); // no page with a stream is ever idle
    let loading: Promise<[string, number]>[] = [];
    page.on("requestfinished", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".js") || request.resourceType() === "script")
        loading.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]));
    });
    const looked = new Set<string>();
    for (const path of paths) {
      const scripts = await scriptsOf(who(), path);
      const ways = Object.keys(scripts)
        .filter((name) => scripts[name]?.hasMore)
        .sort()
        .join();
      if (looked.has(ways)) continue;
      looked.add(ways);
      loading = [];
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      expect(Object.fromEntries(await Promise.all(loading)), path).toEqual(sizesOf(scripts));
    }
    expect(looked.size).toBeGreaterThan(0);
  });
}

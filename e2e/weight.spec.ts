import type { Page } from "@playwright/test";
import { pagesInside } from "../scripts/areas.mjs";
import { expect, hydrated, inOneWindow as test, signIn } from "./support";

/** What a page may load before somebody does anything; in bytes as they travel. */
const most = 110 * 1024;

/** The scripts that a page loads until nothing more comes by itself. */
async function scriptsOf(page: Page, path: string) {
  const loading: Promise<[string, number]>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js") || request.resourceType() === "script")
      loading.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]));
  });
  await page.route("**/live", (route) => route.fulfill({ status: 204 })); // no page with a stream is ever idle
  await page.goto(path);
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  const scripts = Object.fromEntries(await Promise.all(loading));
  expect(Object.values(scripts), "what came out of a cache has no weight").not.toContain(0);
  return scripts;
}

const total = (scripts: Record<string, number>) => Object.values(scripts).reduce((sum, size) => sum + size, 0);

for (const path of ["/", "/login", "/register", "/forget-password", "/no-such-page"]) {
  test(`a visitor's ${path} loads less than 110 KB of script`, async ({ page }) => {
    const scripts = await scriptsOf(page, path);
    expect(total(scripts), JSON.stringify(scripts)).toBeGreaterThan(10 * 1024);
    expect(total(scripts), JSON.stringify(scripts)).toBeLessThan(most);
  });
}

for (const path of pagesInside) {
  test(`${path} of somebody who is signed in loads less than 110 KB of script`, async ({ page }) => {
    await signIn(page);
    const scripts = await scriptsOf(page, path);
    expect(total(scripts), JSON.stringify(scripts)).toBeGreaterThan(10 * 1024);
    expect(total(scripts), JSON.stringify(scripts)).toBeLessThan(most);
  });
}

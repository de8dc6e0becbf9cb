/** Checks what is painted first and what is deferred. */
import type { Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { countStyledElements } from "../styled-elements";
import { expect, hold, hydrated, logIn, otherBrowser, test } from "../support";

const isPainted = (page: Page) => page.evaluate(() => performance.getEntriesByType("paint").length > 0);

for (const path of ["/login", "/", "/no-such-page"])
  test(`browsers find in ${path} what they wait for before they paint it @exhaustive`, async ({ page }) => {
    const said: string[] = [];
    page.on("console", (message) => message.type() === "warning" && said.push(message.text()));
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator("#paint-from-here")).toHaveCount(1);
    expect(said).toEqual([]);
  });

for (const path of ["/login", "/users", "/sales"]) {
  test(`${path} asks for no script before its style is there, and is painted without any${exhaustiveIf(path !== "/users")}`, async ({
    browser,
    app,
  }) => {
    const page = await otherBrowser(browser, undefined, { baseURL: app.url });
    if (path !== "/login") await logIn(page.context().request);
    const [style, scripts] = [await hold(page, /\.css$/), await hold(page, /\.js$/)];
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("head link[rel=stylesheet]")).toHaveCount(1);
    await expect.poll(() => style.asked.length).toBe(1);
    expect(await isPainted(page)).toBe(false);
    expect(scripts.asked).toEqual([]);
    style.open();
    await expect.poll(() => isPainted(page)).toBe(true);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => scripts.asked.length).toBeGreaterThan(5);
    scripts.open();
    await hydrated(page);
    await page.context().close();
  });

  for (const width of [1280, 390])
    test(`${path} does not shift on a screen of ${width} pixels when its scripts run${exhaustiveIf(path !== "/users" || width !== 390)}`, async ({
      browser,
      app,
    }) => {
      const page = await otherBrowser(browser, undefined, { baseURL: app.url, viewport: { width, height: 800 } });
      if (path !== "/login") await logIn(page.context().request);
      await page.addInitScript(() => {
        const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts;
        new PerformanceObserver((list) =>
          shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
        ).observe({ type: "layout-shift", buffered: true });
      });
      await page.route(/\.woff2$/, (route) => route.abort()); // how far a typeface moves text depends on what stands in
      const late = await hold(page, /\.js$/);
      await page.goto(path, { waitUntil: "commit" });
      await expect.poll(() => isPainted(page)).toBe(true);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForFunction(() => document.readyState !== "loading"); // a half-loaded page may still move
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve(((window as unknown as { shifts: number[] }).shifts.length = 0))),
            ),
          ),
      );
      late.open();
      await hydrated(page);
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
      await page.context().close();
    });
}

test("a link that is pressed before there are scripts leads where it says", async ({ browser, app }) => {
  const page = await otherBrowser(browser, undefined, { baseURL: app.url });
  await logIn(page.context().request);
  const scripts = await hold(page, /\.js$/);
  await page.goto("/users", { waitUntil: "commit" });
  await page.getByRole("row").nth(1).locator("a.primary-cell").click();
  await expect(page).toHaveURL(/\/users\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  scripts.open();
  await hydrated(page);
  await page.context().close();
});

for (const [name, opens] of [
  [/^Actions for/, (page: Page) => page.locator("[data-menu]:popover-open")],
  [/^Messages/, (page: Page) => page.getByRole("heading", { level: 1, name: "Messages" })],
] as const)
  test(`scripts that come while ${name.source.slice(1)} is pressed leave it its press @exhaustive`, async ({
    browser,
    app,
  }) => {
    const page = await otherBrowser(browser, undefined, { baseURL: app.url });
    await logIn(page.context().request);
    const scripts = await hold(page, /\.js$/);
    await page.goto("/users", { waitUntil: "commit" });
    await page.getByRole("link", { name }).first().hover();
    await page.mouse.down();
    scripts.open();
    await hydrated(page);
    await page.mouse.up();
    await expect(opens(page)).toBeVisible();
    await page.context().close();
  });

test("who points at a link has its scripts before they press it, and counts no visit of its page @exhaustive", async ({
  browser,
  app,
}) => {
  const page = await otherBrowser(browser, undefined, { baseURL: app.url });
  await logIn(page.context().request);
  await page.goto("/users");
  await hydrated(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const link = page.locator('.nav-item[href="/invoices"]');
  await link.dispatchEvent("pointerover"); // the mouse itself would point at what comes to lie under it on the next page
  await expect.poll(() => asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(2);
  expect(asked.filter((path) => path.includes("/invoices"))).toEqual([]);
  await page.waitForLoadState("networkidle");
  asked.length = 0;
  await link.dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
  expect(asked.filter((path) => path.endsWith(".js"))).toEqual([]);
  expect(asked).toContain("/invoices.data");
  await page.context().close();
});

// React ticks and unticks each box of a page that it takes over, in many short turns: rules by `:has(:checked)` that
// reach far would have the whole page styled anew in each of them, which took longer than all scripts.
for (const path of ["/users?size=20", "/settings/notification"])
  test(`scripts take ${path} over without styling it anew @exhaustive`, async ({ browser, app }) => {
    const page = await otherBrowser(browser, undefined, { baseURL: app.url });
    await logIn(page.context().request);
    const scripts = await hold(page, /\.js$/);
    await page.goto(path, { waitUntil: "commit" });
    await expect.poll(() => scripts.asked.length).toBeGreaterThan(5);
    await expect.poll(() => isPainted(page)).toBe(true);
    const again = await countStyledElements(browser, async () => {
      scripts.open();
      await hydrated(page);
    });
    expect(again).toBeLessThan(await page.locator("body *:not(svg *)").count());
    await page.context().close();
  });

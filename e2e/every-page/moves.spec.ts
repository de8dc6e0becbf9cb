/** Navigation from one list to another within the app: what it requests, renders and styles, and when it is seen. */
import type { Page } from "@playwright/test";
import { countStyledElements } from "../styled-elements";
import { expect, hold, hydrated, inOneWindow as test, logIn, otherBrowser, signIn } from "../support";

const toProducts = '.nav-item[href="/products"]';

/** Follows the link without pointing at it, which would request the scripts of its page. */
const follow = (page: Page) => page.locator(toProducts).dispatchEvent("click");
const isThere = (page: Page) => expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();

async function openUsers(page: Page) {
  await page.goto("/users");
  await hydrated(page);
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await openUsers(page);
});

test("a move requests its data and all of its scripts before any of them has arrived", async ({ page }) => {
  const data = await hold(page, /\.data$/);
  const scripts = await hold(page, /\.js$/);
  await follow(page);
  await expect.poll(() => data.asked).toEqual(["/products.data"]);
  await expect.poll(() => scripts.asked.length).toBeGreaterThan(1);
  const first = [...scripts.asked];
  scripts.open();
  data.open();
  await isThere(page);
  expect(scripts.asked).toEqual(first);
});

test("a move leaves the frame as it is, but for its marks of the current page", async ({ page }) => {
  await page.evaluate(() => {
    const changes: string[] = Object.assign(window, { changes: [] as string[] }).changes;
    const observer = new MutationObserver((mutations) => {
      for (const { target, type, attributeName } of mutations)
        if (!(target as Element).matches?.("[type=hidden], .count"))
          changes.push(attributeName ?? `${type} of ${target.nodeName}`);
    });
    const watched = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const part of document.querySelectorAll("#drawer, header.topbar")) observer.observe(part, watched);
  });
  await follow(page);
  await isThere(page);
  const changes = await page.evaluate(() => [...new Set((window as unknown as { changes: string[] }).changes)].sort());
  expect(changes).toEqual(["aria-current", "open"]);
});

test("a move that begins styles few elements of the page anew", async ({ page, browser }) => {
  const data = await hold(page, /\.data$/);
  const styled = await countStyledElements(browser, async () => {
    await follow(page);
    await expect(page.locator(".progress")).toBeVisible();
    await expect.poll(() => data.asked.length).toBe(1);
  });
  data.open();
  await isThere(page);
  expect(styled).toBeLessThan(120); // mostly links of the menu; pages have thousands of elements
});

test("the page moved to is seen in its first frame", async ({ browser, app }) => {
  const page = await otherBrowser(browser, undefined, { baseURL: app.url, reducedMotion: "no-preference" });
  await logIn(page.context().request);
  await openUsers(page);
  await page.evaluate(() => {
    const seen: number[] = Object.assign(window, { seen: [] as number[] }).seen;
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        const head = document.querySelector(".page > *");
        if (head && location.pathname === "/products") seen.push(Number(getComputedStyle(head).opacity));
      }),
    ).observe(document.querySelector("#main")!, { childList: true });
  });
  await follow(page);
  await isThere(page);
  const seen = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
  expect((await seen())[0]).toBeGreaterThanOrEqual(0.5);
  await page.context().close();
});

/** Analytics count what is opened here, and each number links to the rows it counts, with and without JavaScript. */
import type { Page } from "@playwright/test";
import { demo, expect, hydrated, signIn, site, inOneWindow as test, unique } from "../support";

test.beforeEach(({ page }) => signIn(page, demo));

/** Reloads a list until it shows the text, because visits are stored with a delay. */
async function shows(page: Page, path: string, text: string) {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

test("each number leads to exactly the rows that it counts @exhaustive", async ({ page }) => {
  await page.goto("/analytics?period=90d");
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
  const links = await page
    .locator("[data-is]")
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute("href") ?? "", value: Number(link.getAttribute("data-value")) })),
    );
  expect(links.length).toBeGreaterThan(40);
  const to = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10); // today goes on while this looks at it
  await page.goto(`/analytics?from=2026-01-01&to=${to}`);
  const settled = await page
    .locator("[data-is]")
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute("href") ?? "", value: link.getAttribute("data-value") })),
    );
  for (const { href, value } of settled) {
    const answer = await (await page.request.get(href)).text();
    expect({ href, value: /data-rows="(\d+)"/.exec(answer)?.[1] }).toEqual({ href, value });
  }
});

test("opening a page counts a page view within a second @exhaustive", async ({ page, browser }) => {
  const term = unique("sought");
  await page.goto(`/products?q=${term}`);
  await shows(page, "/analytics/searches", term);
  const context = await browser.newContext({
    baseURL: site(),
    extraHTTPHeaders: { DNT: "1" },
    storageState: await page.context().storageState(),
  });
  const unseen = await context.newPage();
  await unseen.goto(`/products?q=${term}-unseen`);
  await context.close();
  await page.goto(`/products?q=${term}-later`);
  await shows(page, "/analytics/searches", `${term}-later`);
  await page.goto(`/analytics/searches?q=${term}-unseen`);
  await expect(page.getByText("No search matches")).toBeVisible();
});

test("the page of a click is counted, by Remix's scripts too", async ({ page }) => {
  await page.goto("/analytics/visits");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sales" }).first().click();
  await expect(page).toHaveURL("/sales");
  await shows(page, "/analytics/views", "/sales");
});

test("a row of visits, or of what was looked at, opens the pages of its visit wherever it is pressed @exhaustive", async ({
  page,
}) => {
  for (const [list, beside] of [
    ["/analytics/visits", 2],
    ["/analytics/views", 1],
  ] as const) {
    await page.goto(list);
    await hydrated(page);
    const row = page.locator("main tbody tr").first();
    const pages = await row.locator("a[href*='?visit=']").getAttribute("href");
    await row.getByRole("cell").nth(beside).click();
    await expect(page).toHaveURL(pages ?? "");
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the period can be chosen, and the tables come as files @exhaustive", async ({ page }) => {
    await page.goto("/analytics");
    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL("/analytics?period=7d");
    await page.getByText("Custom").click();
    await page.getByLabel("From", { exact: true }).fill("2026-02-03");
    await page.getByLabel("To", { exact: true }).fill("2026-02-01");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("The first day was after the last, so they are swapped.")).toBeVisible();
    for (const [file, head] of [
      ["pages", "Page,Views,Share"],
      ["terms", "Term,Times,Last,Found"],
      ["misses", "Term,Times,Last"],
    ]) {
      const answer = await page.request.get(`/analytics/${file}.csv?period=90d`);
      expect([answer.status(), (await answer.text()).replace("\uFEFF", "").split(/\r?\n/)[0]]).toEqual([200, head]);
    }
    await page.goto("/analytics?period=90d");
    await page.getByRole("link", { name: "Page views", exact: true }).click();
    await expect(page).toHaveURL("/analytics/views");
  });
});

import type { Page } from "@playwright/test";
import { expect, hold, hydrated, otherBrowser, demo, signIn, inOneWindow as test } from "../support";

const dashboards = ["/sales", "/finance", "/analytics", "/career", "/course"];
const chart = (page: Page) => page.getByRole("group", { name: /^Net revenue:/ });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

test("a chart is one stop for the Tab key; arrow keys lead from day to day, with the readout, and Enter to the rows", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/sales?period=30d");
  await hydrated(page);
  const days = chart(page).getByRole("link");
  await expect(days).toHaveCount(30);
  await days.last().focus();
  await page.keyboard.press("ArrowLeft");
  expect(await focused(page)).toBe(await days.nth(28).getAttribute("aria-label"));
  await expect(days.nth(28).locator(".tipbox")).toBeVisible();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toContain("View as table");
  await page.keyboard.press("Shift+Tab");
  expect(await focused(page)).toBe(await days.nth(28).getAttribute("aria-label"));
  await page.keyboard.press("Home");
  const href = (await days.first().getAttribute("href")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(href);
});

test("the days of a period open beneath their button, and close by Escape, by a press elsewhere and once they are sent @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/sales");
  await hydrated(page);
  const button = page.locator("summary", { hasText: "Custom" });
  const from = page.getByLabel("From", { exact: true });
  await button.click();
  await from.focus();
  await page.keyboard.press("Escape");
  await expect(from).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole("heading", { name: "Net revenue", exact: true }).first().click();
  await expect(from).toBeHidden();
  await button.click();
  await from.fill("2026-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/from=2026-01-01/);
  await expect(from).toBeHidden();
  await expect(button).toHaveAttribute("aria-current", "true");
});

test("without scripts the days are chosen and shown, and the table beside a chart has its links @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, demo, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto("/sales");
  await page.locator("summary", { hasText: "Custom" }).click();
  const form = await page.locator(".picker-form").boundingBox();
  expect(form?.x).toBeGreaterThanOrEqual(0);
  expect((form?.x ?? 0) + (form?.width ?? 999)).toBeLessThanOrEqual(390);
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/from=2026-01-01/);
  await page.goto("/sales?period=7d");
  await page.getByText("View as table").first().click();
  await expect(page.getByRole("region", { name: "The chart as a table" }).first().getByRole("link")).toHaveCount(7);
  await page.context().close();
});

test("a chart comes once with its page, and stays where another program has changed the page before the scripts @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, demo);
  const html = await (await page.request.get("/sales")).text();
  expect(html.split("data-keys=")).toHaveLength(2); // once, and not in the data

  const scripts = await hold(page, /\.js$/);
  await page.goto("/sales", { waitUntil: "commit" });
  const plot = chart(page);
  await expect(plot).toBeVisible();
  const drawn = await plot.innerHTML();
  await page.evaluate(() => document.querySelector("main")?.prepend(document.createElement("aside")));
  scripts.open();
  await hydrated(page);
  await expect(page.locator("main > aside")).toHaveCount(0); // React has rendered the page anew
  expect(await plot.innerHTML()).toBe(drawn);

  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/period=7/);
  await expect.poll(() => plot.innerHTML()).not.toBe(drawn);
  await expect(plot.locator(".hits a").first()).toBeAttached();
  await page.context().close();
});

for (const path of ["/", ...dashboards])
  test(`the charts of ${path} are there however often it is loaded @exhaustive`, async ({ page }) => {
    await signIn(page);
    for (let time = 0; time < 3; time++) {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole("main").locator(".drawn").first()).toBeVisible();
      await expect(page.locator(".drawn:not(:has(*))")).toHaveCount(0);
      await expect(page.getByText(/^drawing-\d/)).toHaveCount(0);
    }
  });

/** Tests that on windows wide enough for the menu, a page's actions are beside its title if both fit. */
import type { Page } from "@playwright/test";
import { addUser } from "../records";
import { expect, signIn, inOneWindow as test, unique } from "../support";

/** Returns the height of the title and the vertical offset of the actions from its top, in pixels. */
async function headOf(page: Page) {
  return page.locator(".page-head").evaluate((head) => {
    const [title, actions] = [head.querySelector("h1"), head.children[1]].map((part) => part?.getBoundingClientRect());
    return { tall: title?.height ?? 0, below: (actions?.top ?? Infinity) - (title?.top ?? 0) };
  });
}

for (const width of [1024, 1280]) {
  test(`at ${width} pixels the sentence under a title breaks before its actions go under it @exhaustive`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    for (const path of ["/course", "/sales", "/analytics", "/finance", "/career", "/users", "/products", "/invoices"]) {
      await page.goto(path);
      expect((await headOf(page)).below, path).toBeLessThan(5);
    }
  });
}

test("at 1024 pixels a long title breaks before its actions go under it", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await signIn(page);
  const name = unique("Wolfeschlegelsteinhausen Bergerdorff the Elder of Blankenese and Altona by the Elbe ");
  const { id } = await addUser(page.request, { name });
  await page.goto(`/users/${id}`);
  const { tall, below } = await headOf(page);
  expect(tall).toBeGreaterThan(50);
  expect(below).toBeLessThan(5);
});

const lists = ["/users", "/products", "/orders", "/invoices", "/team", "/views", "/support/canned-replies"];

for (const { width, height, firstRow, tiles } of [
  { width: 1280, height: 720, firstRow: 235, tiles: 60 },
  { width: 1440, height: 900, firstRow: 240, tiles: 65 },
  { width: 390, height: 844, firstRow: 250, tiles: 120 },
]) {
  test(`at ${width} × ${height} what stands over the rows of a list leaves room for them @exhaustive`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page);
    for (const path of lists.slice(0, 4)) {
      await page.goto(path);
      const row = await page.locator("tbody tr").first().boundingBox();
      expect(row?.y, path).toBeLessThanOrEqual(path === "/orders" ? firstRow + tiles : firstRow);
    }
  });
}

test("every list has one filled button beside its title @exhaustive", async ({ page }) => {
  await signIn(page);
  for (const path of lists) {
    await page.goto(path);
    const filled = page.locator(".page-head a.btn:not(.btn-outline, .btn-ghost, .btn-secondary)");
    await expect(filled, path).toHaveCount(1);
  }
});

const supportTabs = ["/support", "/support/tickets", "/support/faqs", "/support/contact"];

test("all four tabs of the support centre show its header: title, search box, tabs and Create Ticket @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  for (const path of supportTabs) {
    await page.goto(path);
    const band = page.locator(".band");
    await expect(band.getByText("How Can We Help You?"), path).toBeVisible();
    await expect(band.getByRole("searchbox", { name: "Ask you questions" }), path).toBeVisible();
    await expect(band.getByRole("link", { name: "Create Ticket" }), path).toBeVisible();
    await expect(band.getByRole("navigation", { name: "Support" }).getByRole("link"), path).toHaveCount(4);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  }
});

for (const { width, height, band, firstRow } of [
  { width: 1280, height: 720, band: 90, firstRow: 290 },
  { width: 390, height: 844, band: 140, firstRow: 370 },
]) {
  test(`at ${width} × ${height} the header of the support centre leaves room for its pages @exhaustive`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page);
    for (const path of supportTabs.slice(1)) {
      await page.goto(path);
      const size = await page.locator(".band").boundingBox();
      expect(size?.height, path).toBeLessThanOrEqual(band);
    }
    await page.goto("/support/tickets");
    const row = await page.locator("tbody tr").first().boundingBox();
    expect(row?.y, "where the first ticket begins").toBeLessThanOrEqual(firstRow);
  });
}

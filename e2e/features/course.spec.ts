import type { Page } from "@playwright/test";
import { expect, signIn, inOneWindow as test } from "../support";

test.beforeEach(({ page }) => signIn(page));

/** Returns a list's number of rows, or the named sum in its footer. */
async function counted(page: Page, is: string): Promise<number> {
  const list = page.locator("[data-rows]");
  if (is === "rows") return Number(await list.getAttribute("data-rows"));
  const sums = JSON.parse((await list.getAttribute("data-sums")) ?? "{}") as Record<string, number>;
  return sums[is] ?? 0;
}

test("the menu's first item opens the course dashboard, and each of its numbers leads to the rows that it counts @exhaustive", async ({
  page,
}) => {
  await page.goto("/course");
  await expect(page.getByRole("heading", { name: "Course", level: 1 })).toBeVisible();
  const links = await page
    .locator("[data-is]")
    .evaluateAll((all) =>
      all.map(
        (link) => [link.getAttribute("href"), link.getAttribute("data-value"), link.getAttribute("data-is")] as const,
      ),
    );
  const different = new Map(
    links.map(([href, value, is]) => [`${href} ${is}`, { href: href ?? "", value: Number(value), is: is ?? "" }]),
  );
  expect(different.size).toBeGreaterThan(40);
  for (const { href, value, is } of different.values()) {
    const answer = await page.request.get(href);
    const text = await answer.text();
    const rows = Number(/data-rows="(\d+)"/.exec(text)?.[1]);
    const sums = JSON.parse((/data-sums="(.*?)"/.exec(text)?.[1] ?? "{}").replaceAll("&quot;", '"')) as Record<
      string,
      number
    >;
    expect(is === "rows" ? rows : (sums[is] ?? 0), href).toBe(value);
  }
});

test("a bar of a topic opens its results, and a learner at risk their enrolment", async ({ page }) => {
  await page.goto("/course?period=12m");
  const bar = page.getByRole("row", { name: /^Selling/ }).getByRole("link");
  const value = Number(await bar.getAttribute("data-value"));
  await bar.click();
  await expect(page.getByRole("heading", { name: "Test results", level: 1 })).toBeVisible();
  expect(await counted(page, "rows")).toBe(value);
  await page.getByRole("navigation", { name: "Course" }).getByRole("link", { name: "Overview" }).click();
  const atRisk = page.getByRole("region", { name: "Learners at risk" }).first();
  await atRisk.locator("a.primary-cell").first().click();
  await expect(page.getByRole("status").filter({ hasText: "At risk:" })).toBeVisible();
});

test("tables and lists can be had as files @exhaustive", async ({ page }) => {
  await page.goto("/course?period=90d");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Courses as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^course-by-course-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  for (const file of ["at-risk", "due", "courses", "enrolments", "study", "results", "tasks"]) {
    const answer = await page.request.get(`/course/${file}.csv`);
    expect(answer.headers()["content-type"], file).toContain("text/csv");
    expect((await answer.text()).split("\r\n").length, file).toBeGreaterThan(2);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the period is chosen, typed and mended @exhaustive", async ({ page }) => {
    await page.goto("/course");
    await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL("/course?period=7d");
    await page.locator("summary").filter({ hasText: "Custom" }).click();
    await page.getByLabel("From").fill("2026-01-31");
    await page.getByLabel("To", { exact: true }).fill("2026-01-02");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("The first day was after the last, so they are swapped.")).toBeVisible();
    await expect(page.getByText(/^2 Jan – 31 Jan 2026 \(UTC\), compared with the 30 days before/)).toBeVisible();
    await expect(page.getByText("Nobody took a test in these days.")).toBeVisible();
  });

  test("the tabs and the state of enrolments lead on @exhaustive", async ({ page }) => {
    await page.goto("/course");
    await page.getByRole("navigation", { name: "Course" }).getByRole("link", { name: "Enrolments" }).click();
    await page
      .getByRole("link", { name: /^Completed/ })
      .first()
      .click();
    await expect(page).toHaveURL("/course/enrolments?state=completed");
    await page.locator("a.primary-cell").first().click();
    await expect(page.getByRole("heading", { name: "Lessons" })).toBeVisible();
  });
});

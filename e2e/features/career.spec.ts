import { readFileSync } from "node:fs";
import { expect, signIn, inOneWindow as test } from "../support";

test.beforeEach(({ page }) => signIn(page));

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the career dashboard is asked for other days, by a link and by a form @exhaustive", async ({ page }) => {
    await page.goto("/career");
    await expect(page.getByRole("heading", { level: 1, name: "Career" })).toBeVisible();
    await page.getByRole("link", { name: "90 days" }).click();
    await expect(page).toHaveURL("/career?period=90d");
    await page.getByText("Custom").click();
    await page.getByLabel("From", { exact: true }).fill("2026-01-01");
    await page.getByLabel("To", { exact: true }).fill("2026-01-10");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL("/career?from=2026-01-01&to=2026-01-10");
    await expect(page.getByText("compared with the 10 days before")).toBeVisible();
  });

  test("a step of the way leads to the applications that it counts, and these to the way of each", async ({ page }) => {
    await page.goto("/career?period=90d");
    const step = page.getByRole("region", { name: "Hiring funnel" }).getByRole("link").nth(2);
    const value = Number(await step.getAttribute("data-value"));
    await page.goto((await step.getAttribute("href")) ?? "");
    await expect(page.getByRole("link", { name: "Remove the filter Progress: Reached shortlisted" })).toBeVisible();
    await expect(page.locator("tbody tr")).toHaveCount(value);
    const name = await page.locator("tbody tr a").first().innerText();
    await page.locator("tbody tr a").first().click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Timeline" }).getByRole("listitem").filter({ hasText: "Shortlisted" }),
    ).toBeVisible();
  });
});

test("all hours of a day are seen at once on a laptop @exhaustive", async ({ page }) => {
  await page.goto("/career");
  const hours = page.getByRole("region", { name: /by weekday and hour/i });
  for (const width of [1280, 1440, 1750, 1920]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await hours.evaluate((part) => part.scrollWidth - part.clientWidth), `at ${width} pixels`).toBe(0);
  }
});

test("on a phone the hours begin with the first that holds something, whole @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/career");
  const hours = page.getByRole("region", { name: /by weekday and hour/i });
  const first = await hours.evaluate((part) => {
    const rows = [...part.querySelectorAll("tr")].map((row) =>
      [...row.children].filter((cell) => cell.getBoundingClientRect().width > 0),
    );
    const held = rows.slice(1).flatMap(([, cell]) => cell?.querySelector("a")?.getBoundingClientRect() ?? []);
    const { left, right } = part.getBoundingClientRect();
    return { held: held.length, seen: held.every((box) => box.left >= left && box.right <= right) };
  });
  expect(first.held).toBeGreaterThan(0);
  expect(first.seen).toBe(true);
});

test("all hours of a day are seen at once on a small laptop too @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  await page.goto("/career");
  const hours = page.getByRole("region", { name: /by weekday and hour/i });
  await expect(hours.getByRole("columnheader", { name: "23" })).toBeVisible();
  expect(await hours.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
});

test("each table of the career dashboard is a file @exhaustive", async ({ page }) => {
  await page.goto("/career");
  for (const [table, head] of [
    ["Open jobs", "Job,Title"],
    ["Stuck candidates", "Application,Candidate"],
    ["Next interviews", "Starts,Minutes"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: `${table} as CSV` }).click();
    const text = readFileSync(await (await downloading).path(), "utf8");
    expect(text.replace("\uFEFF", "").startsWith(head), table).toBe(true);
    expect(text.trim().split("\r\n").length, table).toBe(
      1 + (await page.getByRole("table", { name: table }).locator("tbody tr").count()),
    );
  }
});

test("the lists of the career area stand beside each other, and are searched @exhaustive", async ({ page }) => {
  await page.goto("/career");
  for (const list of ["Jobs", "Applications", "Candidates", "Interviews"]) {
    await page.getByRole("navigation", { name: "Career" }).getByRole("link", { name: list }).click();
    await expect(page.getByRole("heading", { level: 1, name: list })).toBeVisible();
    await expect(page.locator("tbody tr").first()).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search candidate or interviewer" }).fill("solberg");
  await page.getByRole("searchbox", { name: "Search candidate or interviewer" }).press("Enter");
  await expect(page.locator("tbody tr").first()).toContainText("Hedda Solberg");
});

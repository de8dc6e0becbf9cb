import type { Page } from "@playwright/test";
import { addOrder } from "../records";
import { expect, hydrated, signIn, inOneWindow as test } from "../support";

const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const dayName = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
    .format(new Date(day))
    .replace(",", "");
const today = () => new Date().toISOString().slice(0, 10);

const grid = (page: Page) => page.getByRole("grid");
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);

/** Opens the calendar at a day and focuses that day. */
async function onDay(page: Page, day: string) {
  await page.goto(`/calendar?day=${day}`);
  await hydrated(page);
  await expect(grid(page)).toBeVisible();
  await page.locator(`[data-day="${day}"]`).focus();
}

test.describe("the calendar", () => {
  test.beforeEach(({ page }) => signIn(page));

  test("is one stop for the Tab key, in which keys lead from day to day, week to week and month to month", async ({
    page,
  }) => {
    await onDay(page, "2026-11-18");
    const keys = [
      ["ArrowRight", "2026-11-19"],
      ["ArrowDown", "2026-11-26"],
      ["ArrowLeft", "2026-11-25"],
      ["ArrowUp", "2026-11-18"],
      ["Home", "2026-11-16"],
      ["End", "2026-11-22"],
    ] as const;
    for (const [key, day] of keys) {
      await page.keyboard.press(key);
      expect(await focused(page), key).toBe(day);
    }
    expect(await page.locator("[data-day][tabindex='0']").count()).toBe(1);

    await page.keyboard.press("PageDown");
    await expect(page).toHaveURL("/calendar?month=2026-12");
    await expect(page.getByRole("heading", { name: "December 2026" })).toBeVisible();
    await expect.poll(() => focused(page)).toBe("2026-12-22");
    await page.keyboard.press("Shift+PageUp");
    await expect(page).toHaveURL("/calendar?month=2025-12");
    await expect.poll(() => focused(page)).toBe("2025-12-22");

    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/calendar?day=2025-12-22#day");
    await expect(page.getByRole("heading", { name: dayName("2025-12-22") })).toBeVisible();
    expect(await focused(page)).toBe("2025-12-22");
  });

  test("opens the month that an arrow leads to past its edge @exhaustive", async ({ page }) => {
    await onDay(page, "2026-05-31"); // a Sunday: the last day that is shown
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL("/calendar?month=2026-06");
    await expect.poll(() => focused(page)).toBe("2026-06-01");
  });

  test("shows a week, in which keys lead from day to day and on to the weeks beside it @exhaustive", async ({
    page,
  }) => {
    await page.goto("/calendar?day=2026-11-18");
    await hydrated(page);
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Week" }).click();
    await expect(page).toHaveURL("/calendar?view=week&day=2026-11-18");
    await expect(page.getByRole("heading", { name: "16–22 November 2026" })).toBeVisible();
    await expect(grid(page).locator("[data-day]")).toHaveCount(7);
    await page.locator('[data-day="2026-11-18"]').focus();
    for (const [key, day] of [
      ["End", "2026-11-22"],
      ["ArrowRight", "2026-11-23"],
      ["ArrowDown", "2026-11-30"],
      ["PageUp", "2026-10-30"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page), key).toBe(day);
    }
    await expect(page).toHaveURL("/calendar?view=week&day=2026-10-30");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/calendar?view=week&day=2026-10-30#day");
  });

  test("has the ways to other days, and to a month or a week, on the line of its title @exhaustive", async ({
    page,
  }) => {
    for (const view of ["month", "week"])
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/calendar?view=${view}&day=2026-11-29`);
        const title = await page.locator("#month").boundingBox();
        for (const name of [/^(Months|Weeks)$/, "Show"]) {
          const ways = await page.getByRole("navigation", { name }).boundingBox();
          expect(Math.abs((ways?.y ?? 999) - (title?.y ?? 0)), `${name} of the ${view} at ${width} px`).toBeLessThan(
            24,
          );
        }
      }
  });

  test("shows a week on a phone as a list that does not scroll sideways, also from right to left @exhaustive", async ({
    page,
  }) => {
    const { id } = await addOrder(page.request, { status: "Delivered" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/calendar?view=week");
    await expect(grid(page)).toBeHidden();
    await expect(page.locator(".calendar-list-day").first()).toBeVisible();
    for (const dir of ["ltr", "rtl"]) {
      await page.evaluate((to) => (document.documentElement.dir = to), dir);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), dir).toBeLessThanOrEqual(0);
    }
    await page.request.delete(`/api/orders?id=${id}`);
  });

  test("shows an order on the day that it was delivered, which leads to it and to the list of that day @exhaustive", async ({
    page,
  }) => {
    const { id } = await addOrder(page.request, { status: "Delivered" });
    await page.goto("/calendar");
    await page.locator(`[data-day="${today()}"]`).click();
    await expect(page).toHaveURL(`/calendar?day=${today()}#day`);
    const list = page.getByRole("region", { name: dayName(today()) });
    await list.getByRole("link", { name: `#${id}`, exact: true }).click();
    await expect(page).toHaveURL(`/orders/${id}`);
  });

  test("prints on one page @exhaustive", async ({ page }) => {
    await page.goto("/calendar?day=2026-11-07");
    const file = await page.pdf({ format: "A4" });
    expect(file.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test("is a list of the days that have something on a phone, which does not scroll sideways @exhaustive", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/calendar");
    await expect(grid(page)).toBeHidden();
    await expect(
      page
        .getByRole("listitem")
        .filter({ has: page.locator(".calendar-list-day") })
        .first(),
    ).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  test("says in words what it counts, however little room a day has @exhaustive", async ({ page }) => {
    for (let order = 0; order < 12; order++) await addOrder(page.request, { status: "Delivered" });
    await page.goto("/calendar");
    const counts = grid(page).locator(".calendar-count").filter({ hasText: "delivered" });
    await expect(counts.first()).toBeVisible();
    for (const width of [768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      const whole = await counts.evaluateAll((all) =>
        all.map((count) => count.scrollWidth <= count.clientWidth && (count as HTMLElement).innerText),
      );
      expect(whole.length).toBeGreaterThan(0);
      for (const text of whole) expect(text, `at ${width} pixels`).toMatch(/^\d+ delivered$/);
    }
  });

  test("says as much of each day of a month as of the others @exhaustive", async ({ page }) => {
    await page.goto("/calendar");
    await hydrated(page);
    const entries = grid(page).locator(".calendar-entries");
    for (let width = 820; width <= 880; width += 2) {
      await page.setViewportSize({ width, height: 720 });
      // A name is as long as it likes: whether it is there at all is what is asked.
      const seen = await entries
        .locator(".truncate")
        .evaluateAll((names) => names.map((name) => name.checkVisibility()));
      expect(seen.length).toBeGreaterThan(7);
      expect(new Set(seen), `at ${width} pixels`).toHaveProperty("size", 1);
    }
  });
});

test.describe("the calendar without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("leads to any month by its name and year @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.goto("/calendar");
    await page.getByLabel("Month", { exact: true }).selectOption("March");
    await page.getByLabel("Year").fill("2025");
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await expect(page.getByRole("heading", { name: "March 2025" })).toBeVisible();
  });

  test("leads from a week to the weeks beside it, to this week and to the month @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.goto("/calendar?view=week&day=2026-11-18");
    await page.getByRole("link", { name: "23–29 November 2026" }).click();
    await expect(page.getByRole("table", { name: "23–29 November 2026" })).toBeVisible();
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Month" }).click();
    await expect(page).toHaveURL("/calendar?day=2026-11-25");
    await page.goto("/calendar?view=week&day=2026-11-18");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await expect(page).toHaveURL("/calendar?view=week");
    await expect(page.locator(`[data-day="${today()}"]`)).toBeVisible();
  });

  test("is a table of links: to days, to what is on them, and to other months @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.goto("/calendar?month=2026-11");
    await expect(page.getByRole("table", { name: "November 2026" })).toBeVisible();
    await page.getByRole("link", { name: new RegExp(`^${dayName("2026-11-18")}`) }).click();
    await expect(page).toHaveURL("/calendar?day=2026-11-18#day");
    await expect(page.getByRole("heading", { name: dayName("2026-11-18") })).toBeVisible();
    await page.getByRole("link", { name: "December 2026", exact: true }).click();
    await expect(page).toHaveURL("/calendar?month=2026-12");
    await page.getByRole("link", { name: "Today" }).click();
    await expect(page.getByRole("heading", { name: monthName.format(new Date()), exact: true })).toBeVisible();
    await page.goto("/calendar?month=soon");
    await expect(page.getByRole("status").filter({ hasText: "There is no month “soon”." })).toBeVisible();
  });
});

/** Everyday use of lists: visible rows, display preferences, keyboard, and all of it without scripts. */
import type { Page } from "@playwright/test";
import { addUser } from "../records";
import { expect, hydrated, inOneWindow as test, row, signIn } from "../support";

const laptop = { width: 1280, height: 720 };
const hasSum = ["/orders", "/invoices"];
const lists = ["/users", "/products", "/orders", "/invoices", "/support/tickets"];

/** Counts the rows that are completely visible without scrolling. */
const rowsInSight = (page: Page) =>
  page
    .locator("main tbody tr")
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);

const display = (page: Page) => page.getByRole("button", { name: "Display" });

test.describe("a list", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await page.setViewportSize(laptop);
  });

  test("shows eight rows on a laptop, and ten in the compact density @exhaustive", async ({ page }) => {
    const seen = async () => {
      const counts: Record<string, number> = {};
      for (const path of lists) {
        await page.goto(path);
        counts[path] = await rowsInSight(page);
      }
      return Object.entries(counts);
    };
    for (const [path, count] of await seen()) expect(count, path).toBeGreaterThanOrEqual(8);
    await display(page).click();
    const kept = page.waitForResponse(/\/preferences/);
    await page.getByRole("button", { name: "Compact" }).click();
    await kept;
    await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
    for (const [path, count] of await seen()) expect(count, path).toBeGreaterThanOrEqual(10);
    await display(page).click();
    await page.getByRole("button", { name: "Comfortable" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-density", "comfortable");
  });

  test("opens a row wherever it is pressed, but not while a box is ticked", async ({ page }) => {
    await page.goto("/users?q=okafor");
    await hydrated(page);
    await row(page, "Amara Okafor").getByRole("cell", { name: "Nigeria" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();
    await page.goto("/users?q=okafor");
    await hydrated(page);
    const cell = page.getByRole("cell").filter({ has: page.getByLabel("Select Amara Okafor") });
    await cell.click({ position: { x: 2, y: 2 } });
    await page.getByLabel("Select Amara Okafor").check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  });

  test("is walked through by keys alone", async ({ page }) => {
    await page.goto("/invoices");
    await hydrated(page);
    for (const key of ["j", "j", "x", "k", "x"]) await page.keyboard.press(key);
    await expect(page.locator("input[name=ids]:checked")).toHaveCount(2);
    await expect(page.getByRole("region", { name: "Selection" })).toContainText(/\$[\d,]+\.\d\d/);
    const number = await page.locator("main tbody tr").first().locator("a.primary-cell").innerText();
    await page.keyboard.press("e");
    await expect(page).toHaveURL(`/invoices/${number}`);
    await page.goto("/invoices");
    await hydrated(page);
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/invoices\/create/);
  });

  test("leads from one of its records to the next, without coming back in between @exhaustive", async ({ page }) => {
    await page.goto("/users?status=Banned&sort=name");
    await hydrated(page);
    const names = await page.locator("main tbody a.primary-cell").allInnerTexts();
    const record = (name: string | undefined) => page.getByRole("heading", { level: 1, name });
    await page.locator("main tbody a.primary-cell").first().click();
    await expect(record(names[0])).toBeVisible();
    await expect(page.getByLabel("Previous in the list")).toHaveAttribute("aria-disabled", "true");
    for (const name of names.slice(1)) {
      await page.getByRole("link", { name: "Next in the list" }).click();
      await expect(record(name)).toBeVisible();
    }
    await expect(page.getByLabel("Next in the list")).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("link", { name: "Previous in the list" }).click();
    await expect(record(names.at(-2))).toBeVisible();
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel("Next in the list")).toHaveCount(0);
  });

  test("sets the ticked rows to any status @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.goto(`/users?q=${encodeURIComponent(user.name)}`);
    await page.getByLabel(`Select ${user.name}`).check();
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Ban" }).click();
    await expect(row(page, user.name)).toContainText("Banned");
    await page.getByLabel(`Select ${user.name}`).check();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Set to pending" }).click();
    await expect(row(page, user.name)).toContainText("Pending");
  });

  test("shows all actions for ticked rows in one line on a phone @exhaustive", async ({ page }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      for (const path of lists) {
        await page.goto(path);
        for (const nth of [0, 1]) await page.locator("main tbody .check").nth(nth).check();
        const bar = page.getByRole("region", { name: "Selection" });
        if (width === 390 && hasSum.includes(path)) expect(await bar.innerText()).toMatch(/\$[\d,]+\.\d\d/);
        const tops = await bar
          .locator("> button, > a, > details")
          .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
        expect(tops.length).toBeGreaterThan(2);
        expect(new Set(tops), `${path} at ${width} pixels`).toHaveProperty("size", 1);
      }
    }
  });

  test("fades on a phone where a row of it is cut off, in both directions, and not at the end of the row @exhaustive", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/orders");
    await hydrated(page);
    for (const dir of ["ltr", "rtl"] as const)
      for (const row of [".tabs", ".filter-row", ".table-list thead tr"]) {
        await page.evaluate((dir) => (document.documentElement.dir = document.body.dir = dir), dir);
        const mask = (to: "start" | "end") =>
          page.locator(row).evaluate(
            async (row, [dir, to]) => {
              row.scrollLeft = to === "start" ? 0 : dir === "rtl" ? -5_000 : 5_000;
              await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
              return getComputedStyle(row).maskImage;
            },
            [dir, to] as const,
          );
        const turn = dir === "ltr" ? "90deg" : "-90deg";
        const [clear, black] = ["rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"];
        const where = `${row}, ${dir}`;
        expect(await mask("start"), where).toBe(
          `linear-gradient(${turn}, ${clear}, ${black} 0px, ${black} calc(100% - 32px), ${clear})`,
        );
        expect(await mask("end"), where).toBe(
          `linear-gradient(${turn}, ${clear}, ${black} 32px, ${black} 100%, ${clear})`,
        );
      }
  });

  test("has digits of the same worth below one another in both directions, as sums have @exhaustive", async ({
    page,
  }) => {
    const figures = { "/invoices": "tbody td.end", "/invoices/INV-0009/details": '.sheet dl:has-text("Total due") dd' };
    for (const [path, selector] of Object.entries(figures)) {
      await page.goto(path);
      for (const dir of ["ltr", "rtl"]) {
        await page.evaluate((dir) => void (document.documentElement.dir = document.body.dir = dir), dir);
        const ends = await page.locator(selector).evaluateAll((cells) =>
          cells.map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return Math.round(range.getBoundingClientRect().right);
          }),
        );
        expect(ends.length, path).toBeGreaterThan(3);
        expect(new Set(ends), `${path}, ${dir}`).toHaveProperty("size", 1);
      }
    }
  });

  test("says in its trash who deleted what, and how long it stays @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.request.post(`/users/${user.id}/trash`);
    await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
    for (const width of [1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 720 });
      await expect(row(page, user.name), `at ${width} pixels`).toContainText(/by Mara Ellison\s*30 days left/, {
        useInnerText: true,
      });
    }
  });

  test("keeps its head in sight @exhaustive", async ({ page }) => {
    await page.goto("/users");
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 720 });
      await page.locator("tbody tr").last().scrollIntoViewIfNeeded();
      await expect(page.getByRole("columnheader", { name: "Status" }), `at ${width} pixels`).toBeInViewport();
    }
  });

  test("has its options at the end of the row that begins with its search, and nothing beneath them @exhaustive", async ({
    page,
  }) => {
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 720 });
      for (const path of [...lists, "/orders?payment=Paypal"]) {
        await page.goto(path);
        const button = (await display(page).boundingBox())!;
        const search = (await page.locator(".filter-row .filter-search").boundingBox())!;
        expect(Math.abs(button.y - search.y), `${path} at ${width} pixels`).toBeLessThan(4);
        const row = (await page.locator(".filter-row").boundingBox())!;
        expect(row.x + row.width, `${path} at ${width} pixels`).toBeLessThanOrEqual(button.x);
      }
    }
  });

  test("is narrowed in place to days in plain words @exhaustive", async ({ page }) => {
    await page.goto("/orders?payment=Paypal");
    await page.getByRole("button", { name: "Placed" }).click();
    await page.getByRole("link", { name: "This year" }).click();
    await expect(page).toHaveURL("/orders?payment=Paypal&from=this-year");
    const year = new Date().getFullYear();
    await page.getByRole("button", { name: "Placed: This year" }).click();
    await expect(page.getByLabel("From")).toHaveValue(`${year}-01-01`);
    await page.getByLabel("To", { exact: true }).fill(`${year}-12-30`);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(`/orders?payment=Paypal&from=${year}-01-01&to=${year}-12-30`);
    await page.getByRole("link", { name: /Remove the filter Placed: 1 Jan/ }).click();
    await expect(page).toHaveURL("/orders?payment=Paypal");
  });
});

test("hiding the menu and choosing columns keep the ticked rows and the keys @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(laptop);
  await page.goto("/users");
  await hydrated(page);
  const menu = page.getByRole("complementary", { name: "Menu" });
  await page.getByRole("button", { name: "Hide the menu" }).click();
  await expect(menu).toBeHidden();
  const search = page.getByRole("searchbox", { name: "Search name or e-mail" });
  await search.fill("word");
  await search.press("Home");
  await search.press("x");
  await expect(search).toHaveValue("xword");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Keep the menu open" }).click();
  await expect(page.getByRole("button", { name: "Hide the menu" })).toBeVisible();
  expect(await menu.evaluate((part) => part.matches(":popover-open"))).toBe(false);

  await page.locator("input[name=ids]").first().check();
  await display(page).click();
  for (const name of ["Phone", "Country"]) await page.getByRole("button", { name, exact: true }).click();
  for (const name of ["Phone", "Country"]) await expect(page.getByRole("columnheader", { name })).toHaveCount(0);
  await expect(page.locator("input[name=ids]:checked")).toHaveCount(1);
  for (const name of ["Phone", "Country"]) await page.getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Phone" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Country" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("columns are left out and shown again, and the menu goes and comes @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.setViewportSize(laptop);
    await page.goto("/users?sort=name");
    const phone = page.getByRole("columnheader", { name: "Phone" });
    const toggle = async () => {
      await display(page).click();
      await page.getByRole("button", { name: "Phone" }).click();
    };
    await toggle();
    await expect(phone).toHaveCount(0);
    await expect(page).toHaveURL("/users?sort=name");
    await toggle();
    await expect(phone).toBeVisible();

    const menu = page.getByRole("complementary", { name: "Menu" });
    await page.getByRole("button", { name: "Hide the menu" }).click();
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu).toBeVisible();
    await page.getByRole("button", { name: "Keep the menu open" }).click();
    await expect(page.getByRole("button", { name: "Hide the menu" })).toBeVisible();
  });
});

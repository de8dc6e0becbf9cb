/** Every number of every dashboard, for every period, is what the rows come to that it leads to. */
import type { APIRequestContext } from "@playwright/test";
import { expect, signIn, test } from "../support";

const dashboards = ["sales", "finance", "analytics", "career", "course"];
const periods = ["period=7d", "period=30d", "period=90d", "period=12m"];
/** More numbers than these are on a page that is known to be full. */
const fewest: Record<string, number> = { "career?period=90d": 30, "finance?period=12m": 20 };

/** A number on a page that leads to the rows that it was counted from. */
interface Proof {
  href: string;
  value: number;
  is: string;
}

/** Every number on a page that names its rows. */
async function proofsOn(request: APIRequestContext, path: string): Promise<Proof[]> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  const links = (await answer.text()).matchAll(/href="([^"]+)" data-value="([^"]+)" data-is="([^"]+)"/g);
  return [...links].map(([, href = "", value, is = ""]) => ({
    href: decoded(href),
    value: Number(value),
    is: decoded(is),
  }));
}

const decoded = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** What a list says that it comes to: how many rows, and the sums of its foot. */
async function totalsOf(request: APIRequestContext, path: string): Promise<Record<string, number>> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  const [, rows, sums = ""] = /data-rows="(\d+)" data-sums="([^"]*)"/.exec(await answer.text()) ?? [];
  return { rows: Number(rows), ...(JSON.parse(decoded(sums)) as Record<string, number>) };
}

/** What is wrong with the numbers of a page: each is compared with the list that it leads to. */
async function wrongOn(request: APIRequestContext, path: string) {
  const proofs = await proofsOn(request, path);
  const lists = new Map<string, Record<string, number>>();
  const wrong: string[] = [];
  for (const { href, value, is } of proofs) {
    const totals = lists.get(href) ?? (await totalsOf(request, href));
    lists.set(href, totals);
    const listed = totals[is] ?? (totals.rows === 0 ? 0 : NaN); // an empty list has no foot
    if (listed !== value) wrong.push(`${href}: ${is} is ${listed}, said was ${value}`);
  }
  return { count: proofs.length, wrong };
}

test.use({ extraHTTPHeaders: { DNT: "1" } }); // else the walk itself would add to the visits that it counts

test("every number of the home page is the number of rows that it leads to", async ({ page }) => {
  await signIn(page);
  expect(await wrongOn(page.request, "/")).toEqual({ count: 5, wrong: [] });
});

for (const dashboard of dashboards) {
  test(`every figure, bar, slice and cell of ${dashboard} is what the rows come to that it leads to`, async ({
    page,
  }) => {
    test.slow();
    await signIn(page);
    for (const period of periods) {
      const { count, wrong } = await wrongOn(page.request, `/${dashboard}?${period}`);
      expect(count, period).toBeGreaterThan(fewest[`${dashboard}?${period}`] ?? 8);
      expect(wrong, period).toEqual([]);
    }
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a period is chosen by its name or by its days, and stays in the address", async ({ page }) => {
    await signIn(page);
    await page.goto("/sales");
    await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "90 days" }).click();
    await expect(page).toHaveURL("/sales?period=90d");
    await expect(page.getByText("compared with the 90 days before")).toBeVisible();

    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("From", { exact: true }).fill("2026-02-10");
    await page.getByLabel("To", { exact: true }).fill("2026-01-20");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL("/sales?from=2026-02-10&to=2026-01-20");
    await expect(page.getByText("The first day was after the last, so they are swapped.")).toBeVisible();
    await expect(page.getByText("20 Jan – 10 Feb 2026")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Average order" }).locator("..")).toContainText("–");
  });

  test("a number leads to its rows, and a chart has its table", async ({ page }) => {
    await signIn(page);
    await page.goto("/sales");
    await page.getByText("View as table").first().click();
    await expect(page.getByRole("region", { name: "The chart as a table" }).first().getByRole("row")).toHaveCount(31);

    await page.getByRole("link", { name: "Delivered" }).click();
    await expect(page).toHaveURL(/^[^?]*\/orders\?status=Delivered&from=/);
    await expect(page.getByText(/^\d+ orders in all$/)).toBeVisible();
  });
});

test("a table of a dashboard is had as a file", async ({ page }) => {
  await signIn(page);
  await page.goto("/sales");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Latest orders as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sales-latest-orders-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
});

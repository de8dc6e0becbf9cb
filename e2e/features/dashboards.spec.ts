/** Every number of every dashboard, for every period, must match the rows that it links to. */
import type { APIRequestContext, Locator } from "@playwright/test";
import { expect, hydrated, signIn, test } from "../support";

const dashboards = ["sales", "finance", "analytics", "career", "course"];
const periods = ["period=7d", "period=30d", "period=90d", "period=12m"];
/** Minimum number of linked figures on pages that are known to be full. */
const fewest: Record<string, number> = { "career?period=90d": 30, "finance?period=12m": 20 };

/** A number on a page, with a link to the rows it was computed from. */
interface Proof {
  href: string;
  value: number;
  is: string;
}

/** Returns every number on a page that links to its rows. */
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

/** Returns a list's number of rows and the sums in its footer. */
async function totalsOf(request: APIRequestContext, path: string): Promise<Record<string, number>> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  const [, rows, sums = ""] = /data-rows="(\d+)" data-sums="([^"]*)"/.exec(await answer.text()) ?? [];
  return { rows: Number(rows), ...(JSON.parse(decoded(sums)) as Record<string, number>) };
}

/** Lists the numbers of a page that differ from the lists they link to. */
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

/** Returns the positions of a dashboard's figures and cards, in whole pixels. */
function layoutOfCards() {
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const rows = new Map<number, DOMRect[]>();
  for (const box of boxes(".cards > .card"))
    rows.set(Math.round(box.top), [...(rows.get(Math.round(box.top)) ?? []), box]);
  const all = [...rows.values()];
  return {
    tops: boxes(".figures > .tile").map(({ top }) => Math.round(top)),
    heights: boxes(".figures > .tile").map(({ height }) => Math.round(height)),
    baselines: boxes(".tile-value").map(({ bottom }) => Math.round(bottom)),
    ends: all.map((row) => Math.round(Math.max(...row.map(({ right }) => right)))),
    uneven: all.filter((row) => new Set(row.map(({ height }) => Math.round(height))).size > 1).length,
    columns: Math.max(...all.map((row) => row.length)),
  };
}

test.use({ extraHTTPHeaders: { DNT: "1" } }); // else the walk itself would add to the visits that it counts

test("every number of the home page is what the rows come to that it leads to", async ({ page }) => {
  await signIn(page);
  const { count, wrong } = await wrongOn(page.request, "/");
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(3 + 8); // links of the sentence, and of some weeks in chart and table
});

test("the chart of the home page is whole in the first window of 1440 × 900 pixels @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto("/");
  const plot = await page.getByRole("region", { name: "Net revenue by week" }).locator(".plot").boundingBox();
  expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThanOrEqual(900);
  expect(plot?.height).toBeGreaterThanOrEqual(140);
});

test("the five figures of the finance dashboard stand in one row at 1024 pixels @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await signIn(page);
  await page.goto("/finance");
  const { tops, heights } = await page.evaluate(layoutOfCards);
  for (const same of [tops, heights]) expect([same.length, new Set(same).size]).toEqual([5, 1]);
});

test("the rows of the card beside the chart of the home page reach its end @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto("/");
  const card = page.getByRole("region", { name: "Overdue invoices" });
  const [outer, last] = [await card.boundingBox(), await card.getByRole("listitem").last().boundingBox()];
  const end = (box: typeof outer) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(end(outer) - end(last)).toBeLessThanOrEqual(2);
});

test("figures stand in one row from 1280 px on with their numbers in one line; cards leave no hole, and fill wide windows @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  for (const dashboard of dashboards) {
    await page.goto(`/${dashboard}`);
    for (const width of [1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const { tops, heights, baselines, ends, uneven, columns } = await page.evaluate(layoutOfCards);
      const where = `/${dashboard} at ${width} px`;
      for (const same of [tops, heights, baselines]) expect(new Set(same).size, where).toBe(1);
      expect(new Set(ends).size, `${where}: each row of cards ends where the others do`).toBe(1);
      expect(uneven, `${where}: the cards of a row are of one height`).toBe(0);
      expect(columns, where).toBeGreaterThanOrEqual(width >= 1920 ? 3 : 2);
    }
  }
});

test("the figures of a dashboard are of one size, larger than a title, and break nowhere @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  for (const dashboard of dashboards) {
    await page.goto(`/${dashboard}`);
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [sizes, lines] = await page.evaluate(() => {
        const values = [...document.querySelectorAll(".tile-value > *")];
        return [
          values.map((value) => parseFloat(getComputedStyle(value).fontSize)),
          values.map((value) => value.getClientRects().length),
        ];
      });
      const where = `/${dashboard} at ${width} px`;
      expect(new Set(sizes).size, where).toBe(1);
      expect(sizes[0], where).toBeGreaterThan(18);
      expect(new Set(lines), where).toEqual(new Set([1]));
    }
  }
});

test("no two landmarks of a page have one name, and no label of an axis leaves its plot @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  for (const path of ["/", ...dashboards.map((name) => `/${name}`)]) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const { names, beyond } = await page.evaluate(() => {
        const marks = [...document.querySelectorAll("section[aria-labelledby], [role=region], nav[aria-label]")];
        const nameOf = (mark: Element) =>
          mark.getAttribute("aria-label") ??
          document.getElementById(mark.getAttribute("aria-labelledby") ?? "")?.textContent;
        const labels = [...document.querySelectorAll(".chart")].flatMap((chart) => {
          const plot = chart.querySelector(".plot")!.getBoundingClientRect();
          return [...chart.querySelectorAll(".axis-names span span")]
            .filter((label) => label.checkVisibility())
            .map((label) => label.getBoundingClientRect())
            .filter(({ left, right }) => left < plot.left - 0.5 || right > plot.right + 0.5);
        });
        return { names: marks.map(nameOf), beyond: labels.length };
      });
      expect(names.toSorted(), path).toEqual([...new Set(names)].toSorted());
      expect(beyond, `${path} at ${width} px`).toBe(0);
    }
  }
});

test.describe("without scripts, the home page", () => {
  test.use({ javaScriptEnabled: false });

  test("says in a sentence what matters, and the next act of a queue is done in place @exhaustive", async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/");
    await expect(page.getByText(/^\d+ invoices are overdue, \$[\d,]+\.\d\d in all;/)).toBeVisible();
    const queue = page.getByRole("region", { name: "Overdue invoices", exact: true });
    const first = queue.getByRole("listitem").first();
    const id = (await first.innerText()).match(/INV-\d+/)?.[0] ?? "";
    const all = queue.getByRole("link", { name: "All: Overdue invoices" });
    const overdue = Number((await all.innerText()).match(/\d+$/)?.[0]);
    await first.getByRole("button", { name: `Mark as complete: ${id}` }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText(`${id} marked as complete`)).toBeVisible();
    await expect(queue.getByText(id)).toHaveCount(0);
    await expect(all).toHaveText(`See all ${overdue - 1}`);
    await expect(page.getByText("Mara Ellison marked").first()).toContainText(`${id} as complete`);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(all).toHaveText(`See all ${overdue}`);
    await page.getByRole("link", { name: "Answer" }).first().click();
    await expect(page).toHaveURL(/\/support\/tickets\/\d+#reply$/);
  });
});

test("an overdue invoice is reminded of from its row, which says so afterwards @exhaustive", async ({ page }) => {
  await signIn(page);
  const products = [{ title: "Consulting", quantity: 2, price: 30 }];
  const late = { customer: { id: 3 }, products, issueDate: "2020-01-01", dueDate: "2020-01-15" }; // it stands first
  const { invoice } = await (await page.request.post("/api/invoices", { data: late })).json();
  await page.goto("/");
  const row = page.locator(".queues li").filter({ hasText: invoice.id });
  await expect(row).not.toContainText("sent");
  await row.getByRole("link", { name: `Remind: ${invoice.id}` }).click();
  await expect(page.getByRole("heading", { name: "To send: 1 mail" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link")).toHaveText("Home");
  await page.getByRole("button", { name: "Send what is ticked" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status").filter({ hasText: "A mail was saved" })).toBeVisible();
  await expect(row).toContainText("sent just now");
  await page.request.delete(`/api/invoices?id=${invoice.id}`);
});

test("a second press where a row of a queue was does nothing to the row that has moved up there", async ({ page }) => {
  await signIn(page);
  await page.goto("/");
  await hydrated(page);
  const queue = page.getByRole("region", { name: "Overdue invoices", exact: true });
  const [first, second] = (await queue.getByRole("listitem").allInnerTexts()).map(
    (text) => text.match(/INV-\d+/)?.[0] ?? "",
  );
  const { x, y } = (await queue.getByRole("button").first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 10);
  await page.waitForFunction((id) => !document.querySelector(".queues li")?.textContent?.includes(id), first ?? "");
  await page.mouse.click(x + 20, y + 10);
  await expect(queue.getByText(second!)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(queue.getByText(first!)).toBeVisible();
  await expect(queue.getByText(second!)).toBeVisible();
});

for (const dashboard of dashboards) {
  test(`every figure, bar, slice and cell of ${dashboard} is what the rows come to that it leads to @exhaustive`, async ({
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

  test("a period is chosen by its name or by its days, and stays in the address @exhaustive", async ({ page }) => {
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

  test("a table that is opened moves no total down the card beside it, and fits into a phone @exhaustive", async ({
    page,
  }) => {
    await signIn(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/sales");
    await page.getByText("View as table").first().click();
    const card = page.locator(".card", { has: page.getByRole("heading", { name: "Orders by status" }) });
    const [title, total] = [card.getByRole("heading"), card.locator(".share-total")];
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
    expect((await topOf(total)) - (await topOf(title))).toBeLessThan(100);

    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.getByRole("region", { name: "The chart as a table" }).first();
    expect(await table.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    await expect(table.getByRole("columnheader", { name: "The 30 days before", exact: true })).toBeVisible();
  });

  test("a trend precedes its text, and the due amount is above its state, in right-to-left layout @exhaustive", async ({
    page,
  }) => {
    await signIn(page);
    await page.request.post("/preferences", { form: { direction: "rtl" } });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/course");
    const tile = page.locator(".tile", { has: page.getByRole("heading", { name: "In progress now" }) });
    const rightOf = (part: Locator) => part.evaluate((one) => Math.round(one.getBoundingClientRect().right));
    const leftOf = (part: Locator) => part.evaluate((one) => Math.round(one.getBoundingClientRect().left));
    const trend = tile.locator(".num > * > span").first();
    const words = tile.getByText(/vs \d/);
    expect(await rightOf(trend)).toBe(await rightOf(tile.getByRole("heading")));
    expect(await rightOf(words)).toBe(await rightOf(trend));

    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await rightOf(words)).toBeLessThan(await leftOf(trend));
    const due = page.locator("td", { has: page.getByText("Overdue") }).first();
    const lines = await due.evaluate((cell) => {
      return [cell.getBoundingClientRect().left, cell.querySelector(".badge")?.getBoundingClientRect().left];
    });
    expect(lines[0]).toBeCloseTo(lines[1] ?? NaN, 0);
  });

  test("a number leads to its rows, and a chart has its table @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.goto("/sales");
    await page.getByText("View as table").first().click();
    await expect(page.getByRole("region", { name: "The chart as a table" }).first().getByRole("row")).toHaveCount(31);

    await page.getByRole("link", { name: "Delivered" }).click();
    await expect(page).toHaveURL(/^[^?]*\/orders\?status=Delivered&from=/);
    await expect(page.getByText(/^\d+ orders in all$/)).toBeVisible();
  });
});

test("a table of a dashboard is had as a file @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/sales");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Latest orders as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sales-latest-orders-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
});

/** A day of an owner who runs the books: set up, invoice, send, get paid in parts, credit, close the month. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { expect, hydrated, otherBrowser, demo, logIn, test } from "../support";

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.remove());

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const payment = (page: Page) => page.getByRole("region", { name: "Payment", exact: true });
const sheet = (page: Page) => page.getByRole("article");

/** Returns the total of the sheet's row that starts with a word, such as "Total". */
const sum = (page: Page, term: string) =>
  sheet(page)
    .locator("dt", { hasText: new RegExp(`^${term}`) })
    .last()
    .locator("xpath=following-sibling::dd[1]");

async function open(page: Page, path: string, hasScripts: boolean) {
  await page.goto(`${app.url}${path}`);
  if (hasScripts) await hydrated(page);
}

for (const hasScripts of [true, false])
  test(`an owner ${hasScripts ? "with" : "without"} scripts taxes, invoices, collects, credits and closes a month`, async ({
    browser,
  }) => {
    const page = await otherBrowser(browser, undefined, { javaScriptEnabled: hasScripts });
    page.setDefaultTimeout(15_000);
    await logIn(page.context().request, demo, app.url);
    const show = (path: string) => open(page, path, hasScripts);

    await show("/settings/company/taxes/create");
    await field(page, "name").fill(`City tax ${hasScripts}`);
    await field(page, "rate").fill("7.25");
    await field(page, "category").selectOption("Standard");
    await press(page, "Create tax rate");
    await expect(page.getByText(`City tax ${hasScripts} was created`)).toBeVisible();

    await show("/invoices/create?customer=5");
    await field(page, "lines.0.title").fill("Consulting");
    await field(page, "lines.0.quantity").fill("7.5");
    await field(page, "lines.0.unit").fill("hours");
    await field(page, "lines.0.price").fill("80");
    await field(page, "lines.0.taxRate").selectOption({ label: "VAT 20%" });
    await press(page, "Add line");
    await field(page, "lines.1.title").fill("City guide");
    await field(page, "lines.1.quantity").fill("2");
    await field(page, "lines.1.price").fill("9.99");
    await field(page, "lines.1.discount").fill("10");
    await field(page, "lines.1.taxRate").selectOption({ label: `City tax ${hasScripts} 7.25%` });
    await press(page, "Create invoice");
    await expect(page).toHaveURL(/\/invoices\/INV-\d+\/details/);
    const id = /INV-\d+/.exec(page.url())![0];
    await expect(sheet(page)).toContainText("7.5 hours");
    await expect(sum(page, "VAT 20%")).toHaveText("$120.00"); // 20 % of 600.00
    await expect(sum(page, "City tax")).toHaveText("$1.30"); // 7.25 % of 17.98
    await expect(sum(page, "Total")).toHaveText("$739.28");

    await page.getByRole("link", { name: "Send", exact: true }).click();
    await field(page, "to").fill("books@example.com");
    await press(page, "Send");
    await expect(page.getByText("Locked, because it was sent")).toBeVisible();

    await payment(page).getByRole("link", { name: "Record payment" }).click();
    await field(page, "amount").fill("239.28");
    await press(page, "Record payment");
    await expect(payment(page)).toContainText("$500.00");
    await expect(payment(page)).toContainText("$239.28 of $739.28 is settled");

    await show(`/invoices/${id}/credit?quantities=none`);
    await page.getByLabel("Quantity of Consulting").fill("2.5");
    await page.getByLabel("Reason").selectOption({ index: 1 });
    await press(page, "Create credit note");
    await expect(sheet(page)).toContainText("Credit note");
    await expect(sum(page, "Total")).toContainText("$240.00"); // 2.5 × 80.00 and 20 %

    await show(`/invoices/${id}/details`);
    await expect(payment(page)).toContainText("$260.00");
    await payment(page).getByRole("link", { name: "Record payment" }).click();
    await expect(field(page, "amount")).toHaveValue("260.00");
    await press(page, "Record payment");
    await expect(payment(page)).toContainText("Paid in full");

    await show("/users/5");
    await expect(page.getByRole("region", { name: "Invoices" })).toContainText(id);

    await show("/finance");
    const download = async (link: string) => {
      const started = page.waitForEvent("download");
      await page.getByRole("link", { name: link }).click();
      return readFile(await (await started).path(), "latin1");
    };
    expect(await download("Tax as CSV")).toMatch(new RegExp(`City tax ${hasScripts}.*1\\.30`));
    expect(await download("Files for the accountant")).toMatch(/^PK/);

    await show("/settings/company");
    await field(page, "closingDate").fill("2026-01-31");
    await press(page, "Save company");
    await expect(page.getByText("The company was saved")).toBeVisible();
    await show("/payments/create?customer=5");
    await field(page, "amount").fill("10");
    await field(page, "date").fill("2026-01-31");
    await press(page, "Record payment");
    await expect(page.getByRole("alert")).toContainText("the books are closed up to 31 Jan 2026");
    await expect(field(page, "amount")).toHaveValue("10");
    await page.context().close();
  });

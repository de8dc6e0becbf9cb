/** A telephone order: entered, invoiced, repeated and corrected, with and without scripts. */
import type { Page } from "@playwright/test";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { demo, expect, hydrated, logIn, otherBrowser, test } from "../support";

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.remove());

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

for (const hasScripts of [true, false])
  test(`a telephone order ${hasScripts ? "with" : "without"} scripts is entered, invoiced, repeated and corrected`, async ({
    browser,
  }) => {
    const page = await otherBrowser(browser, undefined, { javaScriptEnabled: hasScripts });
    page.setDefaultTimeout(15_000);
    await logIn(page.context().request, demo, app.url);
    const show = async (path: string) => {
      await page.goto(`${app.url}${path}`);
      if (hasScripts) await hydrated(page);
    };

    const quantity = hasScripts ? "2" : "4"; // an order with the same entries needs a confirmation
    await show("/orders");
    await page.getByRole("link", { name: "Create order" }).first().click();
    await expect(page).toHaveURL(/\/orders\/create$/);
    if (hasScripts) {
      await field(page, "customer").pressSequentially("priya");
      await page.getByRole("option", { name: /Priya Raman/ }).click();
      await field(page, "lines.0.product").pressSequentially("overshirt");
      await page.getByRole("option", { name: /Overshirt/ }).click();
      await expect(field(page, "lines.0.price")).not.toHaveValue("");
    } else {
      await field(page, "customer").fill("priya.raman@example.com");
      await field(page, "lines.0.product").fill("Overshirt");
    }
    await field(page, "lines.0.quantity").fill(quantity);
    await field(page, "shipping").fill("Priya Raman\n4 Harbour Road\nMumbai");
    await press(page, "Create and invoice");
    if (!hasScripts) {
      await page.getByLabel("Which one?").selectOption({ index: 1 });
      await press(page, "Create and invoice");
    }
    await expect(page).toHaveURL(/\/invoices\/INV-\d+\/details/);
    await expect(page.getByRole("article")).toContainText("Overshirt");
    const total = await page.getByRole("article").locator("dd").last().textContent();

    await page
      .getByRole("link", { name: /order #\d+/i })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Items" }).first()).toContainText(total!);
    const id = /orders\/(\d+)/.exec(page.url())![1]!;

    await show(`/orders/create?copy=${id}`);
    await expect(field(page, "lines.0.quantity")).toHaveValue(quantity);
    await field(page, "lines.0.quantity").fill("3");
    await press(page, "Create order");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order #${Number(id) + 1}`);

    await show(`/orders/${Number(id) + 1}/edit`);
    await field(page, "lines.0.quantity").fill("1");
    await field(page, "billing").fill("Accounts\n1 Bank Street");
    await press(page, "Save order");
    await expect(page.getByText(`Order #${Number(id) + 1} was saved`)).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Order details" })).toContainText("1 Bank Street");

    await show(`/orders/${id}/edit`);
    await expect(page.getByText(/bills this order, so its customer, items and charges stay/)).toBeVisible();
  });

import type { Page } from "@playwright/test";
import { expect, signIn, inOneWindow as test, toast } from "../support";

/** Creates an invoice of $60 and returns its id. */
async function addInvoice(page: Page): Promise<string> {
  const data = { customer: { id: 3 }, products: [{ title: "Consulting", quantity: 2, price: 30 }] };
  const { invoice } = (await (await page.request.post("/api/invoices", { data })).json()) as {
    invoice: { id: string };
  };
  return invoice.id;
}

const due = (page: Page) => page.getByRole("region", { name: "Payment", exact: true });
const record = (page: Page) => page.getByRole("button", { name: "Record payment" }).click();

test.beforeEach(({ page }) => signIn(page));

test("a part payment lowers the balance of its invoice, the rest completes it, and undo reopens it", async ({
  page,
}) => {
  const id = await addInvoice(page);
  await page.goto(`/invoices/${id}/details`);
  await due(page).getByRole("link", { name: "Record payment" }).click();
  await expect(page.getByLabel("Amount", { exact: false }).first()).toHaveValue("60.00");
  await page.getByLabel(`Amount of ${id}`).fill("50");
  await page.locator("[name=amount]").fill("20");
  await record(page);
  await expect(page.getByRole("alert")).toContainText("more than the amount of $20.00");
  await page.getByLabel(`Amount of ${id}`).fill("60");
  await record(page);
  await expect(page).toHaveURL(`/invoices/${id}/details`);
  await expect(due(page)).toContainText("$40.00");
  await expect(due(page)).toContainText("$20.00 of $60.00 is settled");

  await due(page).getByRole("link", { name: "Record payment" }).click();
  await record(page);
  await expect(due(page)).toContainText("Paid in full");
  await expect(due(page).getByRole("button", { name: "Mark as pending" })).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(due(page)).toContainText("$40.00");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a payment is recorded for a customer, whose open invoices the form shows on request", async ({ page }) => {
    const id = await addInvoice(page);
    await page.goto("/payments/create?customer=3");
    await page.locator("[name=amount]").fill("1,000,000");
    await page.getByRole("button", { name: "Show open invoices" }).click();
    await expect(page.getByLabel(`Amount of ${id}`)).toHaveValue("60.00");
    await expect(page.locator("[name=amount]")).toHaveValue("1,000,000");
    await record(page);
    await expect(page).toHaveURL(/\/payments\/\d+$/);
    await expect(page.getByText(/^Payment of \$1,000,000\.00 from .+ was recorded/)).toBeVisible();
    await page.goto(`/invoices/${id}/details`);
    await expect(page.getByText("Paid in full")).toBeVisible();
  });
});

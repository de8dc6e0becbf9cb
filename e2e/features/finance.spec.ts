import { readFile } from "node:fs/promises";
import { expect, signIn, inOneWindow as test } from "../support";

test.beforeEach(({ page }) => signIn(page));

test("an overdue invoice leaves the table and the figure when it is paid", async ({ page }) => {
  await page.goto("/finance");
  const overdue = page.getByRole("region", { name: "Overdue to chase" });
  const collected = page.getByRole("region", { name: "Latest payments" });
  const id = (await overdue.locator("tbody tr").first().getByRole("link").innerText()).trim();
  await overdue.getByRole("link", { name: id }).click();
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("Paid in full")).toBeVisible();
  await page.goto("/finance");
  await expect(overdue.getByRole("link", { name: id })).toHaveCount(0);
  await expect(collected.locator("tbody tr").first()).toContainText(id);
  await page.goto(`/invoices/${id}/details`);
  await page.getByRole("button", { name: "Mark as pending" }).click();
  await expect(page.getByText("Amount due")).toBeVisible();
});

test.describe("without scripts, the finance dashboard", () => {
  test.use({ javaScriptEnabled: false });

  test("is shown of a period, of days of one's own, and of the nearest days to those that cannot be @exhaustive", async ({
    page,
  }) => {
    await page.goto("/finance");
    await page.getByRole("link", { name: "90 days" }).click();
    await expect(page).toHaveURL("/finance?period=90d");
    await expect(page.getByText("compared with the 90 days before")).toBeVisible();
    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("From", { exact: true }).fill("2024-02-10");
    await page.getByLabel("To", { exact: true }).fill("2024-02-01");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL("/finance?from=2024-02-10&to=2024-02-01");
    await expect(page.getByRole("status").first()).toContainText(
      "The first day was after the last, so they are swapped.",
    );
    await expect(page.getByText("1 Feb – 10 Feb 2024 (UTC), compared with the 10 days before.")).toBeVisible();
    await expect(page.getByText("No payments in this period.")).toBeVisible();
  });

  test("has each table as a file @exhaustive", async ({ page }) => {
    await page.goto("/finance");
    for (const [table, first] of [
      ["Overdue to chase", "Invoice,Customer,Due,Days late,Amount"],
      ["Latest payments", "Payment,Customer,Method,Date,Invoices,Amount"],
      ["Largest debtors", "Customer,Name,Invoices,Owed"],
    ] as const) {
      const started = page.waitForEvent("download");
      await page.getByRole("link", { name: `${table} as CSV` }).click();
      const file = await (await started).path();
      const lines = (await readFile(file, "utf8")).replace("\uFEFF", "").trim().split("\r\n");
      expect(lines[0]).toBe(first);
      expect(lines.length).toBeGreaterThan(1);
    }
  });
});

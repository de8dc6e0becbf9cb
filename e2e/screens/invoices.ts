import { expect } from "@playwright/test";
import { alert, press, type Screens } from "./steps";

export const invoices: Screens = {
  "the list of invoices": (page) => page.goto("/invoices?status=pending"),
  "an invoice": (page) => page.goto("/invoices/INV-0013/details"),
  "the question before a paid invoice is deleted": (page) => page.goto("/invoices/INV-0001/trash"),
  "the mail of an invoice, refused": async (page) => {
    await page.goto("/invoices/INV-0013/send");
    await page.locator('[name="to"]').fill("nowhere");
    await press(page, "Send");
    await alert(page);
  },
  "reminders of many invoices": async (page) => {
    await page.goto("/invoices?status=overdue");
    await page
      .getByLabel(/^Select INV-/)
      .first()
      .check();
    await page.getByRole("button", { name: "Send reminders" }).click();
    await expect(page.getByRole("heading", { name: "To send: 1 mail" })).toBeVisible();
  },
  "an invoice's form with lines and a sum": async (page) => {
    await page.goto("/invoices/INV-0005");
    await page.getByRole("button", { name: "Add line" }).click();
    await expect(page.getByRole("group", { name: "Line 2" })).toBeVisible();
  },
  "an invoice's form with errors": async (page) => {
    await page.goto("/invoices/create");
    await page.getByRole("combobox", { name: "Customer" }).fill("nobody at all");
    await page.getByLabel("Quantity").fill("1.5");
    await page.getByLabel("Description").fill("A thing");
    await press(page, "Create invoice");
    await alert(page);
  },
};

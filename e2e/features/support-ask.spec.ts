import type { Page } from "@playwright/test";
import { expect, hydrated, newPerson, signIn, inOneWindow as test, toast } from "../support";

test.beforeEach(async ({ page }) => signIn(page, await newPerson("Greta")));

const offer = (page: Page) => page.getByRole("region", { name: "Answers that may help" });

/** Fills in a question that a sample FAQ answers. */
async function fillIn(page: Page) {
  await page.getByLabel("Subject").fill("How do I send my parcel back?");
  await page.getByLabel("Topic").selectOption("Orders and returns");
  await page.getByRole("textbox", { name: /^(Message|What happened)/ }).fill("Where is my **money**?");
}

test("a question is answered by the FAQs while one types, and sent all the same", async ({ page }) => {
  await page.goto("/support/create-ticket");
  await hydrated(page);
  await fillIn(page);
  await expect(offer(page)).toBeVisible();
  await offer(page).locator("summary").first().click();
  await expect(offer(page).getByRole("link", { name: "Open this answer" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Create ticket" }).click();
  await expect(toast(page)).toContainText(/Ticket #\d+ was created/);
  await expect(page.getByRole("heading", { name: "How do I send my parcel back?", level: 1 })).toBeVisible();
  await expect(page.locator(".prose strong")).toHaveText("money");
});

test("what only the text finds an answer to is sent by a second press, too @exhaustive", async ({ page }) => {
  await page.goto("/support/create-ticket");
  await hydrated(page);
  const asked = page.waitForResponse(/\/support\/suggest/);
  await page.getByLabel("Subject").fill("Xylophone");
  await page.getByLabel("Topic").selectOption("Orders and returns");
  await page.getByRole("textbox", { name: /^What happened/ }).fill("How do I send my parcel back?");
  await asked;
  await expect(offer(page)).toBeHidden();
  await page.getByRole("button", { name: "Create ticket" }).click();
  await expect(offer(page)).toContainText("was not sent yet");
  await page.getByRole("button", { name: "Create ticket" }).click();
  await expect(toast(page)).toContainText(/Ticket #\d+ was created/);
});

test("a customer's question is taken however quickly it is sent @exhaustive", async ({ page }) => {
  await page.context().clearCookies();
  await signIn(page, { name: "Priya Raman", email: "priya.raman@example.com", password: "portico-demo" });
  await page.goto("/support/contact");
  await hydrated(page);
  await fillIn(page);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(offer(page).or(page.getByRole("status").filter({ hasText: "arrived as ticket" }))).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the FAQs are a step before a letter is sent, which then says its number @exhaustive", async ({ page }) => {
    await page.goto("/support/contact");
    await fillIn(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(offer(page)).toContainText("was not sent yet");
    await expect(page.getByLabel("Subject")).toHaveValue("How do I send my parcel back?");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText(/arrived as ticket #\d+/)).toBeVisible();
    await page.getByRole("link", { name: "Open the ticket" }).click();
    await expect(page.getByRole("heading", { name: "How do I send my parcel back?", level: 1 })).toBeVisible();
  });
});

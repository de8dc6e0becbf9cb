import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addOrder } from "../records";
import {
  expect,
  hydrated,
  newPerson,
  otherBrowser,
  type Person,
  signIn,
  site,
  inOneWindow as test,
  toast,
} from "../support";

const path = "/settings/notification";

let me: Person;
test.beforeEach(async ({ page }) => {
  me = await newPerson("Nora");
  await signIn(page, me);
});

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

/** Returns the unsubscribe path from the latest mail with this subject. */
async function unsubscribePath(dataDir: string, subject: string): Promise<string> {
  const outbox = join(dataDir, "outbox");
  let found: string | undefined;
  await expect(() => {
    const texts = existsSync(outbox)
      ? readdirSync(outbox)
          .sort()
          .map((file) => readFileSync(join(outbox, file), "utf8"))
      : [];
    const mail = texts
      .filter((text) => text.includes(`To: ${me.email}`) && text.includes(`Subject: ${subject}`))
      .at(-1);
    found = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(mail ?? "")?.[1];
    expect(found).toBeDefined();
  }).toPass();
  const { pathname, search } = new URL(found ?? "", site());
  return pathname + search;
}

/** Changes and saves the preferences, checks the journal, and undoes the change. */
async function choose(page: Page, ready: () => Promise<unknown>) {
  await page.goto(path);
  await ready();
  await expect(box(page, "New order, in the app")).toBeChecked();
  await expect(box(page, "New order, by e-mail")).not.toBeChecked();
  await expect(box(page, "Security of my account, by e-mail")).toBeChecked();
  await expect(box(page, "Security of my account, by e-mail")).toBeDisabled();
  await expect(page.getByText("Hours are those of the time zone UTC.").first()).toBeVisible();
  await box(page, "New order, by e-mail").check();
  await box(page, "Low stock, in the app").uncheck();
  await page.getByLabel("Day").selectOption("Friday");
  await page.getByLabel("Hour", { exact: true }).selectOption("17:00");
  await page.getByLabel("From").selectOption("22:00");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toast(page)).toContainText("Your notification settings were saved");
  await expect(box(page, "New order, by e-mail")).toBeChecked();
  await expect(box(page, "Low stock, in the app")).not.toBeChecked();
  await expect(page.getByLabel("From")).toHaveValue("22");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("From")).toHaveValue("");
  await expect(box(page, "Low stock, in the app")).toBeChecked();
  await page.goto("/users/profile");
  await expect(page.getByText("Quiet hours: 22:00 to 07:00").first()).toBeVisible();
}

/** Turns on order mails, receives one, and unsubscribes with its link in a browser that is not signed in. */
async function unsubscribe(page: Page, visitor: Page, dataDir: string) {
  await page.goto(path);
  await box(page, "New order, by e-mail").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toast(page)).toContainText("were saved");
  const { id } = await addOrder(page.request);
  const link = await unsubscribePath(dataDir, `New order: Order #${id} came in, $41.30`);

  await visitor.goto(`${link}x`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await visitor.goto(link);
  await expect(visitor.getByText("No more mails will come to you about: New order.")).toBeVisible();
  await page.goto(path);
  await expect(box(page, "New order, by e-mail")).toBeChecked();

  await visitor.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You are unsubscribed");
  await page.goto(path);
  await expect(box(page, "New order, by e-mail")).not.toBeChecked();
  await expect(box(page, "New order, in the app")).toBeChecked();
}

test("notification settings are chosen, saved and undone", ({ page }) => choose(page, () => hydrated(page)));

test("a mail's unsubscribe link works for a signed-out user @exhaustive", async ({ page, browser, app }) => {
  const visitor = await otherBrowser(browser, undefined, { baseURL: app.url });
  await unsubscribe(page, visitor, app.dataDir);
  await visitor.context().close();
});

test("a mail program ends them with one press, without a page or cookies @exhaustive", async ({
  page,
  playwright,
  app,
}) => {
  await page.goto(path);
  await box(page, "New order, by e-mail").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(toast(page)).toContainText("were saved");
  const { id } = await addOrder(page.request);
  const link = await unsubscribePath(app.dataDir, `New order: Order #${id} came in, $41.30`);
  const program = await playwright.request.newContext({ baseURL: app.url });
  const answer = await program.post(link, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    data: "List-Unsubscribe=One-Click",
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(200);
  await program.dispose();
  await page.goto(path);
  await expect(box(page, "New order, by e-mail")).not.toBeChecked();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("notification settings are chosen, saved and undone @exhaustive", ({ page }) =>
    choose(page, () => Promise.resolve()));

  test("a mail's unsubscribe link works for a signed-out user @exhaustive", async ({ page, browser, app }) => {
    const visitor = await otherBrowser(browser, undefined, { baseURL: app.url, javaScriptEnabled: false });
    await unsubscribe(page, visitor, app.dataDir);
    await visitor.context().close();
  });
});

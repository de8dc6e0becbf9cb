import { join } from "node:path";
import { type APIRequestContext, type Page, request } from "@playwright/test";
import { openWriter } from "../../db/connection";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { exhaustiveIf } from "../exhaustive";
import { demo, expect, hydrated, logIn, inOneWindow as test, toast, unique } from "../support";

/** The company's subscription. Uses an app of its own, which is reset before each test. */
let app: RunningApp;
let session: Awaited<ReturnType<APIRequestContext["storageState"]>>;
test.beforeAll(async () => {
  app = await startApp();
  const browser = await request.newContext();
  await logIn(browser, demo, app.url);
  session = await browser.storageState();
  await browser.dispose();
});
test.beforeEach(async ({ page }) => {
  const database = openWriter(join(app.dataDir, "portico.db"), { patience: 5_000 });
  try {
    for (const table of ["subscriptions", "payment_methods", "charges", "journal"]) {
      database.prepare(`delete from ${table}`).run();
      database.prepare("delete from sqlite_sequence where name = ?").run(table);
    }
  } finally {
    database.close();
  }
  await page.context().addCookies(session.cookies); // the window is emptied when `page` is asked for
});
test.afterAll(() => app?.remove());

const billing = () => `${app.url}/settings/plan-billing`;
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).click();
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

const inTwoYears = `12/${(new Date().getUTCFullYear() + 2) % 100}`;

async function fillCard(page: Page, { number = "4242 4242 4242 4242", code = "123" } = {}) {
  await page.getByLabel("Name on the card").fill("Mara Ellison");
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill(inTwoYears);
  await page.getByLabel("Security code").fill(code);
}

async function addCard(page: Page, values: Parameters<typeof fillCard>[1] = {}) {
  await page.goto(`${billing()}/cards/create`);
  await fillCard(page, values);
  await press(page, "Add card");
  await expect(page).toHaveURL(billing());
}

async function choose(page: Page, plan: string) {
  await page.goto(`${billing()}/change?${plan}`);
  await press(page, /^Change to /);
  await expect(page).toHaveURL(billing());
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    const ready = (page: Page) => (javaScriptEnabled ? hydrated(page) : Promise.resolve());

    test(`a plan is chosen, a card added on the way, the costs read, and the receipt opened${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
    }) => {
      await page.goto(billing());
      await ready(page);
      await expect(page.getByText("Charges are recorded, not collected.")).toBeVisible();
      await expect(card(page, "Current plan")).toContainText("Starter");
      await expect(card(page, "Billing history")).toContainText("No charges yet.");
      await follow(page, "Choose Team");
      await expect(page.getByText("There is no card to charge.")).toBeVisible();
      await follow(page, "Add card");
      await ready(page);
      await fillCard(page, { number: "4242 4242 4242 4243" });
      await press(page, "Add card");
      await expect(alert(page)).toContainText("The card was not added.");
      await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(
        "A digit is not right. Compare the number with the card.",
      );
      await expect(page.getByLabel("Name on the card")).toHaveValue("Mara Ellison");
      if (!javaScriptEnabled)
        for (const secret of ["Card number", "Security code"]) await expect(page.getByLabel(secret)).toHaveValue("");
      await fillCard(page);
      await press(page, "Add card");

      await expect(page).toHaveURL(`${billing()}/change?plan=team&cycle=monthly`);
      await expect(card(page, "What it costs now")).toContainText(
        /Charged to Visa ending in 4242.*Team, monthly\s*\$29\.00.*Total due now\s*\$29\.00.*Next charge\s*\$29\.00 on/,
      );
      await press(page, "Change to Team");
      await expect(toast(page)).toContainText("The plan is Team, monthly");
      await expect(card(page, "Current plan")).toContainText("$29.00 a month");
      await expect(card(page, "Payment methods")).toContainText(/Visa ending in 4242\s*Default/);
      await follow(page, "R-0001");
      await expect(page.getByRole("article", { name: "Receipt R-0001" })).toContainText(
        /Billed to\s*Portico.*Team, monthly\s*\$29\.00.*Recorded as charged to Visa ending in 4242/,
      );
      await page.goto(`${app.url}/activity`);
      await expect(page.getByRole("main").getByText("changed the plan from Starter to Team, monthly")).toBeVisible();
    });

    test("a larger plan is paid for the rest of the period; a smaller one begins at its end, and is taken back @exhaustive", async ({
      page,
    }) => {
      await addCard(page);
      await choose(page, "plan=team");
      await follow(page, "Choose Business");
      await ready(page);
      await expect(card(page, "What it costs now")).toContainText(
        /Team, monthly: paid for and not used\s*−\$29\.00.*Business, monthly: the rest of this period\s*\$79\.00.*Total due now\s*\$50\.00/,
      );
      await press(page, "Change to Business");
      await expect(card(page, "Billing history").getByRole("row")).toHaveCount(3);
      await follow(page, "Choose Team");
      await expect(card(page, "Nothing is charged now")).toContainText(/Business, monthly is paid until/);
      await press(page, "Change to Team");
      await expect(page.getByText(/^Business, monthly ends on/)).toBeVisible();
      await follow(page, "Keep Business");
      await press(page, "Keep Business");
      await expect(toast(page)).toContainText("The plan is Business, monthly");
      await expect(page.getByText(/^Business, monthly ends on/)).toHaveCount(0);
      await expect(card(page, "Billing history").getByRole("row")).toHaveCount(3);
    });

    test("an outdated plan form changes nothing and shows the current costs @exhaustive", async ({ page }) => {
      await addCard(page);
      await page.goto(`${billing()}/change?plan=business`);
      await ready(page);
      const now = (name: string) => page.locator(`input[name=${name}]`).inputValue();
      const sent = { revision: await now("revision"), at: await now("at") };
      const other = await page.request.post(`${billing()}/change?plan=team`, { form: sent, maxRedirects: 0 });
      expect(other.status()).toBe(303);
      await press(page, "Change to Business");
      await expect(alert(page)).toContainText("The plan was changed meanwhile. Nothing was charged");
      await expect(card(page, "What it costs now")).toContainText(/Total due now\s*\$50\.00/);
      await press(page, "Change to Business");
      await expect(toast(page)).toContainText("The plan is Business, monthly");
    });

    test("a button that is pressed twice charges once, and adds a card once @exhaustive", async ({ page }) => {
      await page.goto(`${billing()}/cards/create`);
      await ready(page);
      await fillCard(page);
      await page.getByRole("button", { name: "Add card" }).dblclick();
      await expect(page).toHaveURL(billing());
      await page.goto(`${billing()}/change?plan=team&cycle=yearly`);
      await ready(page);
      await page.getByRole("button", { name: "Change to Team" }).dblclick();
      await expect(page).toHaveURL(billing());
      await page.goto(billing());
      await expect(card(page, "Payment methods").getByRole("listitem")).toHaveCount(1);
      await expect(card(page, "Billing history").getByRole("row")).toHaveCount(2);
    });

    test("cards are made the default, and removed, but not the last one of a paid plan @exhaustive", async ({
      page,
    }) => {
      await addCard(page);
      await choose(page, "plan=team");
      await addCard(page, { number: "3782 822463 10005", code: "1234" });
      await ready(page);
      await press(page, "Make default: American Express ending in 0005");
      await expect(toast(page)).toContainText("American Express ending in 0005 is charged from now on");
      await follow(page, "Remove Visa ending in 4242");
      await press(page, "Remove card");
      await expect(toast(page)).toContainText("Visa ending in 4242 was removed");
      await follow(page, "Remove American Express ending in 0005");
      await press(page, "Remove card");
      await expect(alert(page)).toContainText("This is the only card");
      await follow(page, "Keep it");
      await expect(card(page, "Payment methods").getByRole("listitem")).toHaveCount(1);
    });

    test("the billing address is corrected, saved, and stands on the next receipt @exhaustive", async ({ page }) => {
      await page.goto(billing());
      await follow(page, "Edit");
      await ready(page);
      await page.getByRole("textbox", { name: "Address" }).fill("1 Quay\nOslo");
      await page.getByLabel("E-mail").fill("bills");
      await press(page, "Save address");
      await expect(alert(page)).toContainText("Correct these 2 fields:");
      await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("1 Quay\nOslo");
      await page.getByLabel("Company or name").fill("Quay & Co");
      await page.getByLabel("E-mail").fill("bills@example.com");
      await press(page, "Save address");
      await expect(card(page, "Billing address")).toContainText(/Quay & Co\s*1 Quay\s*Oslo\s*bills@example\.com/);
      await addCard(page);
      await choose(page, "plan=team");
      await follow(page, "R-0001");
      await expect(page.getByRole("article")).toContainText("Quay & Co");
    });
  });
}

test("a plan that is too small says which limits are exceeded, and cannot be chosen @exhaustive", async ({ page }) => {
  await addCard(page);
  await choose(page, "plan=team");
  for (let count = 0; count < 12; count++) {
    const name = unique("Pat");
    const made = await page.request.post(`${app.url}/api/users`, {
      data: { name, email: `${name}@example.com`, role: "IT Support", status: "Active", address: "", phone: "" },
    });
    expect(made.status()).toBe(200);
  }
  await page.goto(billing());
  await expect(card(page, "Current plan")).toContainText(/Active people\s*23 of 50/);
  await follow(page, "Choose Starter");
  await expect(page.getByText("Starter is for at most 20 active people, and there are 23.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change to Starter" })).toHaveCount(0);
});

test("each usage figure links to the rows that it counts @exhaustive", async ({ page }) => {
  await page.goto(billing());
  for (const title of ["Active people", "Products", "Orders this month"]) {
    await page.goto(billing());
    const link = card(page, "Current plan").getByRole("link", { name: new RegExp(`^${title}`) });
    const used = await link.textContent();
    await link.click();
    await expect(page.getByText(new RegExp(`of ${used}$`)).first()).toBeVisible();
  }
});

test("a receipt prints as a sheet, without what surrounds it @exhaustive", async ({ page }) => {
  await addCard(page);
  await choose(page, "plan=team");
  await page.goto(`${billing()}/receipts/1`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toBeVisible();
  for (const hidden of [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("navigation", { name: "Main" }),
    page.getByRole("button", { name: "Print" }),
  ])
    await expect(hidden).toBeHidden();
});

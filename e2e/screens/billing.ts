/** Screens of the company's plan. */
import { expect, type Page } from "@playwright/test";
import { toast } from "../support";
import { alert, press, type Screens } from "./steps";

/** Subscribes to the Team plan with a card, whatever an earlier screen has left. */
async function subscribe(page: Page) {
  const change = "/settings/plan-billing/change?plan=team&cycle=monthly";
  await page.goto(change);
  if (await page.getByRole("link", { name: "Add card" }).isVisible()) {
    const card = {
      holder: "Mara Ellison",
      cardNumber: "4242424242424242",
      expiry: `12/${(new Date().getUTCFullYear() + 2) % 100}`,
      cardCvc: "123",
    };
    await page.request.post("/settings/plan-billing/cards/create", { form: card });
    await page.goto(change);
  }
  if (await page.getByRole("button", { name: "Change to Team" }).isVisible()) {
    await press(page, "Change to Team");
    await toast(page).waitFor();
  }
}

export const billing: Screens = {
  "the plan with its cards and charges": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing?cycle=yearly");
  },
  "what a larger plan costs": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/change?plan=business&cycle=yearly");
  },
  "a plan that ends with its period": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/change?plan=business");
    await press(page, "Change to Business");
    await toast(page).waitFor();
    await page.goto("/settings/plan-billing/change?plan=team");
    await press(page, "Change to Team");
    await expect(page.getByRole("link", { name: "Keep Business" })).toBeVisible();
  },
  "a card that was not added": async (page) => {
    await page.goto("/settings/plan-billing/cards/create");
    await press(page, "Add card");
    await alert(page);
  },
  "a card that is to be removed": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing");
    await page
      .getByRole("link", { name: /^Remove / })
      .first()
      .click();
    await expect(page.getByRole("button", { name: "Remove card" })).toBeVisible();
  },
  "the billing address with errors": async (page) => {
    await page.goto("/settings/plan-billing/address");
    await page.getByLabel("Company or name").fill("");
    await press(page, "Save address");
    await alert(page);
  },
  "a receipt": async (page) => {
    await subscribe(page);
    await page.goto("/settings/plan-billing/receipts/1");
  },
};

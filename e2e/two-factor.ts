/** A phone with an authenticator app, for specs. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

const period = 30_000;

/**
 * The code that an app shows which knows the key: now, or so many steps from now. A code counts one step around its
 * own, and each step once, so that specs that need several take them in the order -1, 0, 1. Close to the end of a step
 * it waits for the next.
 */
export async function codeOf(key: string, steps = 0): Promise<string> {
  const left = period - (Date.now() % period);
  if (left < 5_000) await pause(left + 100);
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * period });
}

const settings = "/settings/two-factor-authentication";

/** Goes through the settings until the app is to be confirmed. Answers the recovery codes and the app's key. */
export async function setUp(page: Page): Promise<{ codes: string[]; key: string }> {
  await page.goto(settings);
  await page.getByRole("button", { name: "Set up two-factor" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.locator("bdi").allTextContents();
  await page.getByLabel("I have put these codes").check();
  await page.getByRole("button", { name: "Go on" }).click();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return { codes, key: (key ?? "").replaceAll(" ", "") };
}

/** Turns the second factor on for whoever is signed in. The code of the step before now is used up. */
export async function turnOn(page: Page): Promise<{ codes: string[]; key: string }> {
  const made = await setUp(page);
  await page.getByLabel("6-digit code").fill(await codeOf(made.key, -1));
  await page.getByRole("button", { name: "Confirm and turn on" }).click();
  await expect(page.getByText("10 of 10 are left.")).toBeVisible();
  return made;
}

/** Fills in the login form. What follows is for the spec to say. */
export async function enterPassword(page: Page, { email, password }: { email: string; password: string }, from = "") {
  await page.goto(`/login${from && `?${new URLSearchParams({ from })}`}`);
  await page.getByLabel("E-mail").fill(email);
  await page.locator("input[name=password]:visible").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Enters a code on the page that asks for one. */
export async function enterCode(page: Page, code: string) {
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
}

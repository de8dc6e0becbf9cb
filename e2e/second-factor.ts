/** Duration of a code, in milliseconds, of the authenticator app that the tests simulate. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

const period = 30_000;

/**
 * Returns the code for a key, now or `steps` periods from now. Codes are accepted one step early or late and only
 * once, so tests that need several use -1, 0, 1; near the end of a period it waits for the next.
 */
export async function codeOf(key: string, steps = 0): Promise<string> {
  const left = period - (Date.now() % period);
  if (left < 5_000) await pause(left + 100);
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * period });
}

const settings = "/settings/two-factor-authentication";

/** Goes through the setup until the app must be confirmed; returns the recovery codes and the key. */
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

/** Turns on the second factor for the signed-in user. Uses up the code of step -1. */
export async function turnOn(page: Page): Promise<{ codes: string[]; key: string }> {
  const made = await setUp(page);
  await page.getByLabel("6-digit code").fill(await codeOf(made.key, -1));
  await page.getByRole("button", { name: "Confirm and turn on" }).click();
  await expect(page.getByText("10 of 10 are left.")).toBeVisible();
  return made;
}

/** Fills in and submits the login form. The test checks what follows. */
export async function enterPassword(page: Page, { email, password }: { email: string; password: string }, from = "") {
  await page.goto(`/login${from && `?${new URLSearchParams({ from })}`}`);
  await page.getByLabel("E-mail").fill(email);
  await page.locator("input[name=password]:visible").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Enters a second-factor code. */
export async function enterCode(page: Page, code: string) {
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
}

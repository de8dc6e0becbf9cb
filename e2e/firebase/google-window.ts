/**
 * What the specs about Google's window share: the button, the window, and what the page says meanwhile and afterwards.
 */
import type { Page } from "@playwright/test";
import { hydrated } from "../support";

/** The button. */
export const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });
/** What covers the page while it waits. */
export const overlay = (page: Page) => page.getByRole("dialog", { name: "Logging in" });
/** The sentence of a refusal. */
export const refused = (page: Page) => page.getByRole("alert");

/** Opens a page and presses the button; answers Google's window. */
export async function press(page: Page, path = "/login"): Promise<Page> {
  await page.goto(path);
  await hydrated(page);
  const opened = page.waitForEvent("popup");
  await google(page).click();
  return opened;
}

/** Chooses an account in the emulator's window, a new one unless it was there before. */
export async function choose(popup: Page, { email, name }: { email: string; name: string }) {
  await popup.locator("#add-account-button").click();
  await popup.locator("#email-input").fill(email);
  await popup.locator("#display-name-input").fill(name);
  await popup.locator("#sign-in").click();
}

let accountCount = 0;
/** Somebody with a Google account whom no other test knows. */
export function newGoogleAccount(word = "Gina") {
  const name = `${word}${Date.now().toString(36)}${accountCount++}`;
  return { name, email: `${name.toLowerCase()}@example.com` };
}

export async function hasSession(page: Page) {
  return (await page.context().cookies()).some(({ name }) => name.startsWith("session"));
}

/** Shared by the tests of Google's popup: the button, the popup, and the page's messages. */
import type { Page } from "@playwright/test";
import { hydrated } from "../support";

export const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });
/** The overlay that covers the page while the popup is open. */
export const overlay = (page: Page) => page.getByRole("dialog", { name: "Logging in" });
/** The error message. */
export const refused = (page: Page) => page.getByRole("alert");

/** Opens a page, clicks the button, and returns the popup. */
export async function press(page: Page, path = "/login"): Promise<Page> {
  await page.goto(path);
  await hydrated(page);
  const opened = page.waitForEvent("popup");
  await google(page).click();
  return opened;
}

/** Selects an account in the emulator's popup; creates it if it does not exist. */
export async function choose(popup: Page, { email, name }: { email: string; name: string }) {
  await popup.locator("#add-account-button").click();
  await popup.locator("#email-input").fill(email);
  await popup.locator("#display-name-input").fill(name);
  await popup.locator("#sign-in").click();
}

let accountCount = 0;
/** Returns a Google account that no other test uses. */
export function newGoogleAccount(word = "Gina") {
  const name = `${word}${Date.now().toString(36)}${accountCount++}`;
  return { name, email: `${name.toLowerCase()}@example.com` };
}

export async function hasSession(page: Page) {
  return (await page.context().cookies()).some(({ name }) => name.startsWith("session"));
}

/** Every outcome of logging in with Google's popup. */
import type { Page } from "@playwright/test";
import { hold, hydrated } from "../support";
import { choose, google, hasSession, overlay, press, refused, newGoogleAccount } from "./google-window";
import { expect, gapi, test } from "./support";

test.beforeEach(({ context }) => gapi(context));

/** Expects this error, no session, and a working password form. */
async function expectRefused(page: Page, sentence: string) {
  await expect(refused(page)).toHaveText(sentence, { timeout: 25_000 });
  await expect(overlay(page)).toBeHidden();
  await expect(google(page)).toBeFocused();
  expect(await hasSession(page)).toBe(false);
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(refused(page)).toContainText("E-mail or password is not right.");
}

test("success: a window of 500 × 600, the page waits, and on to where one was going", async ({ page }) => {
  const gina = newGoogleAccount();
  const popup = await press(page, "/login?from=%2Fusers%3Fq%3Dmara");
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await expect(overlay(page)).toContainText("Continue in the Google window.");
  await choose(popup, gina);
  await expect(page).toHaveURL("/users?q=mara");
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
});

test("a new user registers with Google and returns as the same user @exhaustive", async ({
  page,
  browser,
  portico,
}) => {
  const gina = newGoogleAccount();
  await choose(await press(page, "/register"), gina);
  await expect(page.getByRole("heading", { name: `Good to see you, ${gina.name}` })).toBeVisible();
  const context = await browser.newContext({ baseURL: portico.url });
  await gapi(context);
  const again = await context.newPage();
  await choose(await press(again), gina);
  await again.waitForURL("/");
  await again.goto(`/users?q=${gina.email}`);
  await expect(again.getByRole("row").filter({ hasText: gina.email })).toHaveCount(1);
  await context.close();
});

test("closed by the person @exhaustive", async ({ page }) => {
  const popup = await press(page);
  await popup.waitForLoadState();
  await popup.close();
  await expectRefused(page, "The Google window was closed. Try again.");
});

test("blocked by the browser @exhaustive", async ({ page }) => {
  await page.addInitScript(() => (window.open = () => null));
  await page.goto("/login");
  await hydrated(page);
  await google(page).click();
  await expectRefused(page, "Your browser blocked the window. Allow it, or use e-mail.");
});

test("cancelled by a newer request, which goes on @exhaustive", async ({ page }) => {
  const gina = newGoogleAccount();
  await press(page);
  await overlay(page).getByRole("button", { name: "Cancel" }).click();
  await expect(google(page)).toBeFocused();
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const newer = await opened;
  await expect(overlay(page)).toContainText("A newer Google window was opened. Finish signing in there.");
  await choose(newer, gina);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
});

test("a browser that gives Firebase no storage gets an error @exhaustive", async ({ page, context }) => {
  await context.unrouteAll();
  await gapi(context, { webStorageSupport: false });
  await press(page);
  await expectRefused(
    page,
    "Your browser keeps no data for this site, which Google needs. Allow cookies and site data, or use e-mail and password.",
  );
});

test("a network failure while Google signs in shows an error @exhaustive", async ({ page, context }) => {
  await context.route("**/accounts:signInWithIdp*", (route) => route.abort("internetdisconnected"));
  await choose(await press(page), newGoogleAccount());
  await expectRefused(page, "The network did not answer. Check your connection and try again.");
});

test("Google's own script cannot be loaded @exhaustive", async ({ page, context }) => {
  await context.unrouteAll();
  await context.route("https://apis.google.com/**", (route) => route.abort("internetdisconnected"));
  await page.goto("/login");
  await hydrated(page);
  await google(page).click();
  await expectRefused(
    page,
    "Google could not be reached from this browser. Check what blocks it, or use e-mail and password.",
  );
});

test("given up: what the window answers later counts no more @exhaustive", async ({ page }) => {
  const popup = await press(page);
  await overlay(page).getByRole("button", { name: "Cancel" }).click();
  const closed = popup.waitForEvent("close");
  await choose(popup, newGoogleAccount());
  await closed;
  await page.getByLabel("E-mail").fill("still@example.com");
  await expect(page.getByLabel("E-mail")).toHaveValue("still@example.com");
  expect(await hasSession(page)).toBe(false);
  await expect(refused(page)).toHaveCount(0);
});

test("pressed twice: one window @exhaustive", async ({ page, context }) => {
  await page.goto("/login");
  await hydrated(page);
  const opened = page.waitForEvent("popup");
  await google(page).dblclick({ force: true });
  await opened;
  await expect(overlay(page)).toContainText("Continue in the Google window.");
  expect(context.pages()).toHaveLength(2);
});

test("the page stays covered until the next one is there @exhaustive", async ({ page, context }) => {
  const answer = await hold(context, "**/users.data*");
  const popup = await press(page, "/login?from=%2Fusers");
  const closed = popup.waitForEvent("close");
  const asked = page.waitForRequest("**/users.data*");
  await choose(popup, newGoogleAccount());
  await Promise.all([closed, asked]);
  await expect(overlay(page)).toContainText("One moment…");
  answer.open();
  await expect(page).toHaveURL("/users");
  await expect(overlay(page)).toBeHidden();
});

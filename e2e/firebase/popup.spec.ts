/** Logging in by Google's window, in all its endings. */
import type { Page } from "@playwright/test";
import { hydrated } from "../support";
import { expect, gapi, test } from "./support";

test.beforeEach(({ context }) => gapi(context));

const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });
const overlay = (page: Page) => page.getByRole("dialog", { name: "Logging in" });
const refused = (page: Page) => page.getByRole("alert");

/** Opens a page and presses the button; answers Google's window. */
async function press(page: Page, path = "/login"): Promise<Page> {
  await page.goto(path);
  await hydrated(page);
  const opened = page.waitForEvent("popup");
  await google(page).click();
  return opened;
}

/** Chooses an account in the emulator's window, a new one unless it was there before. */
async function choose(popup: Page, { email, name }: { email: string; name: string }) {
  await popup.locator("#add-account-button").click();
  await popup.locator("#email-input").fill(email);
  await popup.locator("#display-name-input").fill(name);
  await popup.locator("#sign-in").click();
}

let made = 0;
function someone(word = "Gina") {
  const name = `${word}${Date.now().toString(36)}${made++}`;
  return { name, email: `${name.toLowerCase()}@example.com` };
}

async function hasSession(page: Page) {
  return (await page.context().cookies()).some(({ name }) => name.startsWith("session"));
}

/** The page says this, nobody is signed in, and the other way still works. */
async function expectRefused(page: Page, sentence: string) {
  await expect(refused(page)).toHaveText(sentence, { timeout: 25_000 });
  await expect(overlay(page)).toBeHidden();
  await expect(google(page)).toBeFocused();
  expect(await hasSession(page)).toBe(false);
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText("E-mail or password is not right.")).toBeVisible();
}

test("success: a window of 500 × 600, the page waits, and on to where one was going", async ({ page }) => {
  const gina = someone();
  const popup = await press(page, "/login?from=%2Fusers%3Fq%3Dmara");
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await expect(overlay(page)).toContainText("Continue in the Google window.");
  await choose(popup, gina);
  await expect(page).toHaveURL("/users?q=mara");
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
});

test("somebody new registers by it, and comes back as the same person", async ({ page, browser, portico }) => {
  const gina = someone();
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

test("closed by the person", async ({ page }) => {
  const popup = await press(page);
  await popup.waitForLoadState();
  await popup.close();
  await expectRefused(page, "The Google window was closed. Try again.");
});

test("blocked by the browser", async ({ page }) => {
  await page.addInitScript(() => (window.open = () => null));
  await page.goto("/login");
  await hydrated(page);
  await google(page).click();
  await expectRefused(page, "Your browser blocked the window. Allow it, or use e-mail.");
});

test("cancelled by a newer request, which goes on", async ({ page }) => {
  const gina = someone();
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

test("storage unsupported", async ({ page, context }) => {
  await context.unrouteAll();
  await gapi(context, { webStorageSupport: false });
  await press(page);
  await expectRefused(page, "Your browser keeps no data for this site, which Google needs. Allow cookies and site data, or use e-mail and password.");
});

test("the network failed", async ({ page, context }) => {
  await context.route("**/accounts:signInWithIdp*", (route) => route.abort("internetdisconnected"));
  await choose(await press(page), someone());
  await expectRefused(page, "The network did not answer. Check your connection and try again.");
});

test("Google's own script cannot be loaded", async ({ page, context }) => {
  await context.unrouteAll();
  await context.route("https://apis.google.com/**", (route) => route.abort("internetdisconnected"));
  await page.goto("/login");
  await hydrated(page);
  await google(page).click();
  await expectRefused(page, "Google could not be reached from this browser. Check what blocks it, or use e-mail and password.");
});

test("given up: what the window answers later counts no more", async ({ page }) => {
  const popup = await press(page);
  await overlay(page).getByRole("button", { name: "Cancel" }).click();
  const closed = popup.waitForEvent("close");
  await choose(popup, someone());
  await closed;
  await page.getByLabel("E-mail").fill("still@example.com");
  await expect(page.getByLabel("E-mail")).toHaveValue("still@example.com");
  expect(await hasSession(page)).toBe(false);
  await expect(refused(page)).toHaveCount(0);
});

test("pressed twice: one window", async ({ page, context }) => {
  await page.goto("/login");
  await hydrated(page);
  const opened = page.waitForEvent("popup");
  await google(page).dblclick({ force: true });
  await opened;
  await expect(overlay(page)).toContainText("Continue in the Google window.");
  expect(context.pages()).toHaveLength(2);
});

test("the page stays covered until the next one is there", async ({ page, context }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await context.route("**/users.data*", async (route) => {
    await held;
    await route.continue();
  });
  const popup = await press(page, "/login?from=%2Fusers");
  const closed = popup.waitForEvent("close");
  const asked = page.waitForRequest("**/users.data*");
  await choose(popup, someone());
  await Promise.all([closed, asked]);
  await expect(overlay(page)).toContainText("One moment…");
  go();
  await expect(page).toHaveURL("/users");
  await expect(overlay(page)).toBeHidden();
});

test("from a second tab: each finishes for itself", async ({ page, context }) => {
  const [gina, hugo] = [someone("Gina"), someone("Hugo")];
  const second = await context.newPage();
  const [one, two] = [await press(page), await press(second)];
  await choose(one, gina);
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
  await choose(two, hugo);
  await expect(second.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
});

test("people who must stay out meet the same sentences as with a password", async ({ page, project, portico }) => {
  const gina = someone();
  await fetch(`${portico.url}/session`, { method: "POST", headers: { authorization: `Bearer ${await project.googleToken(gina)}` } });
  const owner = someone("Olga");
  const signed = await fetch(`${portico.url}/session`, { method: "POST", headers: { authorization: `Bearer ${await project.googleToken(owner)}` } });
  const cookie = signed.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const people = (await (await fetch(`${portico.url}/api/users`, { headers: { cookie } })).json()) as { id: number; email: string }[];
  const { id } = people.find(({ email }) => email === gina.email) ?? { id: 0 };
  for (const [status, sentence] of [
    ["Pending", "Your account awaits approval. You can log in as soon as someone on the team approves it."],
    ["Banned", "This account may not sign in."],
  ] as const) {
    const answer = await fetch(`${portico.url}/users/${id}/status`, { method: "POST", body: new URLSearchParams({ status }), headers: { cookie }, redirect: "manual" });
    expect(answer.status).toBe(303);
    await choose(await press(page), gina);
    await expect(refused(page)).toHaveText(sentence);
    expect(await hasSession(page)).toBe(false);
  }
});

test("after logging out nothing of it is left, and it works again", async ({ page }) => {
  const [gina, hugo] = [someone("Gina"), someone("Hugo")];
  await choose(await press(page), gina);
  await page.getByRole("button", { name: `Account: ${gina.name}` }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/^[^?]*\/login/);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, expect.any(Number)]);
  await choose(await press(page), hugo);
  await expect(page.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
});

test("somebody whom Firebase signs out is signed out here when they look at the page again", async ({ page, project }) => {
  const gina = someone();
  await choose(await press(page), gina); // the first login makes a new account, of which this browser knows nothing
  await expect(page).toHaveURL("/");
  await page.context().clearCookies();
  const popup = await press(page, "/login?from=%2Fusers");
  await popup.locator(".js-reuse-account").filter({ hasText: gina.email }).click();
  await expect(page).toHaveURL("/users");
  const { localId } = (await project.find(gina.email)) ?? { localId: "" };
  await project.change(localId, { disableUser: true });
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  const ended = page.waitForRequest((request) => request.method() === "DELETE" && new URL(request.url()).pathname === "/session");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await ended;
  await expect(page).toHaveURL(/\/login\?from=%2Fusers/);
  expect(await hasSession(page)).toBe(false);
});

test("the page loads Firebase only when a hand comes near the button, and then at most 35 KB", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/\/firebase[^/]*\.js$/.test(request.url())) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/login");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(sizes).toHaveLength(0);
  await google(page).hover();
  await expect.poll(() => sizes.length).toBe(1);
  expect(await sizes[0]).toBeGreaterThan(10 * 1024);
  expect(await sizes[0]).toBeLessThan(35 * 1024);
});

test("without scripts the page says so, and the password form works", async ({ browser, project, portico }) => {
  const context = await browser.newContext({ baseURL: portico.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/login");
  await expect(google(page)).toBeHidden();
  await expect(page.getByText("Google needs JavaScript")).toBeVisible();
  const fira = await project.account({ verified: false });
  await page.getByLabel("E-mail").fill(fira.email);
  await page.getByLabel("Password").fill(fira.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await context.close();
});

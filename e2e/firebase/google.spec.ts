/** Before and after Google's popup: the button, and the resulting session. */
import { hydrated } from "../support";
import { choose, google, hasSession, press, refused, newGoogleAccount } from "./google-window";
import { expect, gapi, makeOwner, test } from "./support";

test.beforeEach(({ context }) => gapi(context));

test("the page loads Firebase only when a hand comes near the button, and then at most 35 KB", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (/\/window\.client[^/]*\.js$/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
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

test("without scripts the page says so, and the password form works @exhaustive", async ({
  browser,
  project,
  portico,
}) => {
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
test("from a second tab: each finishes for itself @exhaustive", async ({ page, context }) => {
  const [gina, hugo] = [newGoogleAccount("Gina"), newGoogleAccount("Hugo")];
  const second = await context.newPage();
  const [one, two] = [await press(page), await press(second)];
  await choose(one, gina);
  await expect(page.getByRole("button", { name: `Account: ${gina.name}` })).toBeVisible();
  await choose(two, hugo);
  await expect(second.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
});

test("people who must stay out meet the same sentences as with a password @exhaustive", async ({
  page,
  project,
  portico,
}) => {
  const gina = newGoogleAccount();
  await fetch(`${portico.url}/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${await project.googleToken(gina)}` },
  });
  const owner = newGoogleAccount("Olga");
  const signIn = async () =>
    fetch(`${portico.url}/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${await project.googleToken(owner)}` },
    });
  await signIn();
  await makeOwner(portico, owner.email);
  const signed = await signIn();
  const cookie = signed.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const people = (await (await fetch(`${portico.url}/api/users`, { headers: { cookie } })).json()) as {
    id: number;
    email: string;
  }[];
  const { id } = people.find(({ email }) => email === gina.email) ?? { id: 0 };
  for (const [status, sentence] of [
    ["Pending", "Your account awaits approval. You can log in as soon as someone on the team approves it."],
    ["Banned", "This account may not sign in."],
  ] as const) {
    const answer = await fetch(`${portico.url}/users/${id}/status`, {
      method: "POST",
      body: new URLSearchParams({ status }),
      headers: { cookie },
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    await choose(await press(page), gina);
    await expect(refused(page)).toHaveText(sentence);
    expect(await hasSession(page)).toBe(false);
  }
});

test("logging out removes Google's session, and logging in with Google works again @exhaustive", async ({ page }) => {
  const [gina, hugo] = [newGoogleAccount("Gina"), newGoogleAccount("Hugo")];
  await choose(await press(page), gina);
  await page.getByRole("button", { name: `Account: ${gina.name}` }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/^[^?]*\/login/);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, expect.any(Number)]);
  await choose(await press(page), hugo);
  await expect(page.getByRole("button", { name: `Account: ${hugo.name}` })).toBeVisible();
});

test("a user signed out by Firebase is signed out here when the page becomes visible @exhaustive", async ({
  page,
  project,
}) => {
  const gina = newGoogleAccount();
  await choose(await press(page), gina); // the first login makes a new account, of which this browser knows nothing
  await expect(page).toHaveURL("/");
  await page.context().clearCookies();
  const popup = await press(page, "/login?from=%2Fusers");
  await popup.locator(".js-reuse-account").filter({ hasText: gina.email }).click();
  await expect(page).toHaveURL("/users");
  const { localId } = (await project.find(gina.email)) ?? { localId: "" };
  await project.change(localId, { disableUser: true });
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  let hasEnded = false;
  page.on(
    "request",
    (request) => (hasEnded ||= request.method() === "DELETE" && new URL(request.url()).pathname === "/session"),
  );
  const look = () => page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => look().then(() => hasEnded), { message: "a session that ends" }).toBe(true); // the page may not be listening at once
  await expect(page).toHaveURL(/\/login\?from=%2Fusers/);
  expect(await hasSession(page)).toBe(false);
});

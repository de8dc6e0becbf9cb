import { expect as expectNow, type Page, request } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import {
  expect,
  hydrated,
  logIn,
  newPerson,
  otherBrowser,
  type Person,
  site,
  inOneWindow as test,
  toast,
} from "../support";

const card = (page: Page, name: string) => page.getByRole("region", { name });
const entry = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Signs in as a new user and opens the page. */
async function open(page: Page): Promise<Person> {
  const person = await newPerson("Sam");
  await logIn(page.context().request, person);
  await page.goto("/settings/security");
  return person;
}

async function typePasswords(page: Page, current: string, next: string) {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
}

async function createToken(
  page: Page,
  name: string,
  may: "View" | "View and change" = "View",
  areas = ["Sales", "People"],
) {
  await page.goto("/settings/security");
  await card(page, "API tokens").getByRole("link", { name: "Create token" }).click();
  await page.getByLabel("Name").fill(name);
  for (const area of areas) await page.getByLabel(area, { exact: true }).selectOption(may);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Copy it now: it is not shown again.")).toBeVisible();
  return (await page.getByText(/^portico_[\w-]{43}$/).textContent()) ?? "";
}

/** Runs `act` as an API client with a token and without cookies. */
async function program<Answer>(
  token: string,
  act: (api: Awaited<ReturnType<typeof request.newContext>>) => Promise<Answer>,
): Promise<Answer> {
  const api = await request.newContext({ baseURL: site(), extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  try {
    return await act(api);
  } finally {
    await api.dispose();
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    const ready = async (page: Page) => javaScriptEnabled && (await hydrated(page));

    test(`a password is changed by who knows the old one, and every other browser is out at once${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
      browser,
    }) => {
      const person = await open(page);
      const other = await otherBrowser(browser, person);
      await other.goto("/users/profile");
      await ready(page);
      const next = `${person.password} now`;

      await typePasswords(page, "not my password", next);
      await expect(page.getByRole("alert")).toContainText("The password was not changed.");
      await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
        "This is not your password. Try again.",
      );
      await other.reload();
      await expect(other).toHaveURL("/users/profile");

      await typePasswords(page, person.password, next);
      await expect(toast(page)).toContainText("Your password is changed.");
      await expect(page).toHaveURL("/settings/security");
      await expect(page.getByLabel("Current password")).toHaveValue("");
      await other.reload();
      await expect(other).toHaveURL(/\/login/);
      await other.context().close();
      await page.reload();
      await expect(card(page, "Where you are logged in").getByText("This one")).toBeVisible();

      const fresh = await otherBrowser(browser, { ...person, password: next });
      await fresh.goto("/settings/security");
      await expect(card(fresh, "Sign-in history").getByText("The password was wrong")).toBeVisible();
      await fresh.context().close();
    });

    test("one browser is logged out from another, and then all others @exhaustive", async ({ page, browser }) => {
      const person = await open(page);
      const options = { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1" };
      const [phone, second, third] = [
        await otherBrowser(browser, person, options),
        await otherBrowser(browser, person),
        await otherBrowser(browser, person),
      ];
      for (const other of [phone, second, third]) await other.goto("/users");
      await page.reload();
      await ready(page);
      const sessions = card(page, "Where you are logged in");
      await expect(sessions.getByRole("listitem")).toHaveCount(5); // the first is where they verified their address
      await expect(sessions.getByText("This one")).toHaveCount(1);

      await sessions.getByRole("button", { name: /^Log out Safari on iOS/ }).click();
      await expect(toast(page)).toContainText("Safari on iOS was logged out.");
      await expect(sessions.getByRole("listitem")).toHaveCount(4);
      await phone.goto("/orders");
      await expect(phone).toHaveURL(/\/login/);
      await second.goto("/orders");
      await expect(second).toHaveURL("/orders");

      await sessions.getByRole("button", { name: "Log out all others" }).click();
      await expect(toast(page)).toContainText("3 other browsers were logged out.");
      await expect(sessions.getByRole("listitem")).toHaveCount(1);
      for (const other of [second, third]) {
        await other.goto("/orders");
        await expect(other).toHaveURL(/\/login/);
      }
      await page.goto("/users/profile");
      await expect(card(page, "What you did")).toContainText("Logged out 3 other browsers");
      for (const other of [phone, second, third]) await other.context().close();
    });

    test(`a token is shown once, opens the API as far as it may, and nothing after it was revoked${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
    }) => {
      await open(page);
      const token = await createToken(page, "Nightly report");
      await program(token, async (api) => {
        expectNow((await api.get("/api/orders?size=1")).status()).toBe(200);
        const refused = await api.delete("/api/orders?id=1");
        expectNow([refused.status(), await refused.json()]).toEqual([
          403,
          { message: "This token may only read, so nothing was changed." },
        ]);
        expectNow((await api.get("/api/orders?id=1")).status()).toBe(200);
      });
      if (javaScriptEnabled) {
        await page.reload(); // without scripts, browsers ask whether to send the form again
        await expect(page.getByRole("heading", { name: "Create API token" })).toBeVisible();
      }
      await page.goto("/settings/security");
      await expect(page.getByText(token)).toHaveCount(0);
      const row = entry(page, "Nightly report");
      await expect(row).toContainText(`${token.slice(0, 12)}…`);
      await expect(row).toContainText("last used just now");
      await ready(page);
      await row.getByRole("button", { name: "Revoke Nightly report" }).click();
      await expect(toast(page)).toContainText("“Nightly report” was revoked.");
      await expect(entry(page, "Nightly report")).toHaveCount(0);
      await program(token, async (api) => {
        const answer = await api.get("/api/orders?size=1");
        expectNow([answer.status(), answer.headers()["www-authenticate"]]).toEqual([
          401,
          'Bearer error="invalid_token"',
        ]);
        expectNow(await answer.json()).toEqual({
          message: expectNow.stringMatching(/^This token is not known here: it was revoked/),
        });
      });
    });

    test("a token that may write changes what its person may, and ends with the password @exhaustive", async ({
      page,
    }) => {
      const person = await open(page);
      const token = await createToken(page, "Importer", "View and change");
      const made = await program(token, (api) =>
        api.post("/api/users", {
          data: {
            name: "Made Byprogram",
            email: `${person.name}.made@example.com`.toLowerCase(),
            role: "IT Support",
            status: "Pending",
          },
        }),
      );
      expectNow(made.status()).toBe(200);
      await page.goto("/settings/security");
      await ready(page);
      await typePasswords(page, person.password, `${person.password} now`);
      await expect(toast(page)).toContainText("API tokens revoked");
      expectNow((await program(token, (api) => api.get("/api/users?size=1"))).status()).toBe(401);
    });

    test("a refused token form keeps its input @exhaustive", async ({ page }) => {
      await open(page);
      await page.goto("/settings/security/tokens/create");
      await ready(page);
      await page.getByLabel("Sales", { exact: true }).selectOption("View and change");
      await page.getByLabel("Expires after").selectOption("365");
      await page.getByRole("button", { name: "Create token" }).click();
      await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name/);
      await expect(page.getByLabel("Sales", { exact: true })).toHaveValue("change");
      await expect(page.getByLabel("Expires after")).toHaveValue("365");
    });

    test("the history says what worked and what did not, and goes on page by page @exhaustive", async ({ page }) => {
      const person = await open(page);
      const elsewhere = await request.newContext({
        baseURL: site(),
        userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
      });
      await elsewhere.post("/login", { form: { email: person.email, password: "wrong" } });
      await expect(async () => {
        await page.reload();
        await expect(entry(page, "The password was wrong")).toBeVisible({ timeout: 1_000 });
      }).toPass(); // a refusal is written a moment after its answer
      for (let time = 0; time < 21; time++) {
        await logIn(elsewhere, person);
        await elsewhere.delete("/session");
      }
      await elsewhere.dispose();
      await page.reload();
      await card(page, "Sign-in history")
        .getByRole("link", { name: /^All 2\d$/ })
        .click();
      await expect(page.getByRole("main").getByText("Logged in", { exact: true })).toHaveCount(20);
      await page.getByRole("link", { name: "Next" }).click();
      await expect(page).toHaveURL("/settings/security/sign-ins?page=2");
      await expect(entry(page, "The password was wrong")).toContainText("Firefox on Linux");
      await expect(entry(page, "The password was wrong")).toContainText("127.0.0.1");
    });
  });
}

test("a button that is pressed twice without scripts changes the password once, and makes one token and shows it @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, undefined, { javaScriptEnabled: false });
  const person = await open(page);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("New password").fill(`${person.password} now`);
  await page.getByRole("button", { name: "Change password" }).dblclick({ noWaitAfter: true });
  await expect(toast(page)).toContainText("Your password is changed.");
  await expect(card(page, "Where you are logged in").getByText("This one")).toBeVisible(); // not a cookie in its last seconds
  await page.goto("/settings/security/tokens/create");
  await page.getByLabel("Name").fill("Pressed twice");
  await page.getByLabel("People", { exact: true }).selectOption("View");
  await page.getByRole("button", { name: "Create token" }).dblclick({ noWaitAfter: true });
  await expect(page.getByText("Copy it now: it is not shown again.")).toBeVisible();
  const token = (await page.getByText(/^portico_[\w-]{43}$/).textContent()) ?? "";
  expectNow((await program(token, (api) => api.get("/api/users?size=1"))).status()).toBe(200);
  await page.goto("/settings/security");
  await expect(entry(page, "Pressed twice")).toHaveCount(1);
  await page.context().close();
});

test("the page of the API says how to come in with a token @exhaustive", async ({ page }) => {
  await open(page);
  await page.goto("/api");
  await expect(card(page, "Signing in")).toContainText('--header "Authorization: Bearer $PORTICO_TOKEN"');
  await card(page, "Signing in").getByRole("link", { name: "Security" }).click();
  await expect(page).toHaveURL("/settings/security");
});

import { exhaustiveIf } from "../exhaustive";
import { expect, mailedLink, newPerson, otherBrowser, signIn, inOneWindow as test, toast } from "../support";
import { codeOf, enterCode, enterPassword, setUp, turnOn } from "../second-factor";

const settings = "/settings/two-factor-authentication";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "two-factor" : "two-factor without scripts", () => {
    test.use({ javaScriptEnabled });

    test(`is set up, asked for at the next login on the way to a page, trusted in one browser and turned off${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
      browser,
    }) => {
      const person = await newPerson("Tova");
      await signIn(page, person);
      const { key } = await turnOn(page);
      await expect(toast(page)).toContainText("Two-factor is on.");

      const other = await otherBrowser(browser, undefined, { baseURL: new URL(page.url()).origin, javaScriptEnabled });
      await enterPassword(other, person, "/users?status=Active");
      await expect(other).toHaveURL(/\/login\/verify\?from=/);
      await other.goto("/users");
      await expect(other).toHaveURL(/\/login\?from/); // there is no session yet
      await enterPassword(other, person, "/users?status=Active");
      await enterCode(other, "000000");
      await expect(other.getByRole("alert")).toContainText("This code is not right.");
      await other.getByLabel("Trust this browser for 30 days").check();
      await enterCode(other, await codeOf(key));
      await expect(other).toHaveURL("/users?status=Active");

      await other.goto("/logout");
      await other.getByRole("button", { name: "Log out" }).last().click();
      await expect(other).toHaveURL(/\/login/);
      await enterPassword(other, person, "/users");
      await expect(other).toHaveURL("/users"); // trusted: no code was asked for
      await other.context().close();

      await page.goto(settings);
      await expect(page.getByText("One browser is trusted.")).toBeVisible();
      await page.getByRole("link", { name: "Turn off" }).click();
      await page.getByLabel(/^Code/).fill(await codeOf(key, 1));
      await page.getByRole("button", { name: "Turn off two-factor" }).click();
      await expect(page.getByText("A password is enough to log in now.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Set up two-factor" })).toBeVisible();
    });

    test("lets in by a recovery code, once, and makes new ones that are shown until they are put away @exhaustive", async ({
      page,
      browser,
    }) => {
      const person = await newPerson("Rhea");
      await signIn(page, person);
      const { codes } = await turnOn(page);
      const [code = ""] = codes;
      const other = await otherBrowser(browser, undefined, { baseURL: new URL(page.url()).origin, javaScriptEnabled });
      await enterPassword(other, person);
      await enterCode(other, code.toLowerCase());
      await expect(other).toHaveURL("/");
      await other.context().clearCookies();
      await enterPassword(other, person);
      await enterCode(other, code);
      await expect(other.getByRole("alert")).toContainText("This recovery code was used already.");
      await other.context().close();

      await page.goto(settings);
      await expect(page.getByText("9 of 10 are left.")).toBeVisible();
      await page.getByRole("link", { name: "Get new codes" }).click();
      await page.getByRole("button", { name: "Make new codes" }).click();
      const list = page.getByRole("list", { name: "Recovery codes" });
      await expect(list.getByRole("listitem")).toHaveCount(10);
      await expect(list).not.toContainText(codes[1] ?? "");
      const file = await page.request.get(`${settings}/recovery-codes.txt`);
      expect(await file.text()).toContain(await list.locator("bdi").first().textContent());
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("alert")).toContainText("Put the codes away first");
      await page.getByLabel("I have put these codes").check();
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByText("10 of 10 are left.")).toBeVisible();
      expect((await page.request.get(`${settings}/recovery-codes.txt`)).url()).toMatch(new RegExp(`${settings}$`)); // shown no more
    });
  });
}

test("five wrong codes end the login, and the history says so", async ({ page, browser }) => {
  const person = await newPerson("Wren");
  await signIn(page, person);
  const { key } = await turnOn(page);
  const other = await otherBrowser(browser);
  await enterPassword(other, person);
  for (let guess = 0; guess < 5; guess++) {
    await enterCode(other, `00000${guess}`);
    await expect(other.getByRole("alert")).toContainText("This code is not right.");
  }
  await enterCode(other, await codeOf(key));
  await expect(other).toHaveURL("/login");
  await expect(toast(other)).toContainText("too many wrong codes");
  await other.context().close();
});

test("a new password by mail does not skip the code @exhaustive", async ({ page, browser }) => {
  const person = await newPerson("Remy");
  await signIn(page, person);
  await turnOn(page);
  const other = await otherBrowser(browser);
  const sent = await other.request.post("/forget-password", { form: { email: person.email } });
  await other.goto(mailedLink(await sent.text()));
  await other.getByLabel("New password").fill("another good password");
  await other
    .getByRole("button", { name: /password/ })
    .last()
    .click();
  await expect(other).toHaveURL("/login");
  await enterPassword(other, { ...person, password: "another good password" });
  await expect(other).toHaveURL("/login/verify");
  await page.reload();
  await expect(page).toHaveURL(/\/login/); // the reset ended the session
  await other.context().close();
});

test("setting it up can be given up, and nothing is asked for then @exhaustive", async ({ page, browser }) => {
  const person = await newPerson("Nils");
  await signIn(page, person);
  await setUp(page);
  await page.getByLabel("6-digit code").fill("123456");
  await page.getByRole("button", { name: "Confirm and turn on" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is not right.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(toast(page)).toContainText("Two-factor stays off.");
  const other = await otherBrowser(browser, person);
  await other.goto("/users");
  await expect(other).toHaveURL("/users");
  await other.context().close();
});

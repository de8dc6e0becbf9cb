import type { Page } from "@playwright/test";
import { addUser } from "../records";
import {
  demo,
  expect,
  fillLogin,
  hydrated,
  logIn,
  mailedLink,
  newPerson,
  otherBrowser,
  signIn,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

const wrong = "E-mail or password is not right. Check both and try again.";

async function logOut(page: Page) {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
}

test("the demo account that the login page names logs in @exhaustive", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  const box = page.getByRole("group").filter({ hasText: "addresses and password" });
  await box.getByText("Their addresses and password").click();
  await expect(box.getByText(demo.email)).toBeVisible();
  await expect(box.getByText(demo.password)).toBeVisible();
  await fillLogin(page, demo.email, demo.password);
  await expect(page.getByRole("heading", { name: "Good to see you, Mara" })).toBeVisible();
  await expect(page).toHaveURL("/");
});

for (const [level, name, scripts] of [
  ["Owner", "Mara Ellison", true],
  ["Support", "Kwame Mensah", false],
  ["Sales", "Amara Okafor", true],
  ["Client", "Priya Raman", false],
] as const) {
  test.describe(scripts ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts });

    test(`a press on “${level}” on the login page logs in, and leads back @exhaustive`, async ({ page }) => {
      await page.goto("/login?from=%2Fsupport");
      await page.getByRole("button", { name: level, exact: true }).click();
      await expect(page).toHaveURL("/support");
      await expect(page.getByRole("button", { name: `Account: ${name}` })).toBeVisible();
    });
  });
}

test("a wrong password and an unknown e-mail get the same sentence, and the e-mail stays @exhaustive", async ({
  page,
}) => {
  await page.goto("/login");
  for (const email of [demo.email, `${unique("nobody")}@example.com`]) {
    await fillLogin(page, email, "not the password");
    await expect(page.getByRole("alert")).toContainText(wrong);
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await page.goto("/login");
  }
});

test("the session's cookie is hidden from scripts, and stays only when asked @exhaustive", async ({
  page,
  context,
}) => {
  const session = async () => (await context.cookies()).find(({ name }) => name.startsWith("session"));
  await page.goto("/login");
  await fillLogin(page, demo.email, demo.password);
  await expect(page).toHaveURL("/");
  expect(await session()).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 });
  expect(await page.evaluate(() => document.cookie)).not.toContain("session");

  await context.clearCookies();
  await page.goto("/login");
  await page.getByLabel("Keep me logged in on this device").check();
  await fillLogin(page, demo.email, demo.password);
  await expect(page).toHaveURL("/");
  expect((await session())?.expires).toBeGreaterThan(Date.now() / 1000 + 80 * 86_400);
});

test("logging in leads to the page that was requested", async ({ page }) => {
  await page.goto("/users?status=Pending&sort=name");
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: "/users?status=Pending&sort=name" })}`);
  await fillLogin(page, demo.email, "not the password");
  await expect(page.getByRole("alert")).toContainText(wrong);
  await fillLogin(page, demo.email, demo.password);
  await expect(page).toHaveURL("/users?status=Pending&sort=name");
});

test("a way back that leads to another site is not followed @exhaustive", async ({ page, context }) => {
  for (const from of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
  ]) {
    await context.clearCookies();
    const answer = await page.request.post(`/login?${new URLSearchParams({ from })}`, {
      form: { email: demo.email, password: demo.password },
      maxRedirects: 0,
    });
    expect({ from, to: answer.headers().location }).toEqual({ from, to: "/" });
  }
});

test("logging out leads to the login page and back to where it was done @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/users?status=Active");
  await logOut(page);
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: "/users?status=Active" })}`);
  await fillLogin(page, demo.email, demo.password);
  await expect(page).toHaveURL("/users?status=Active");
});

test("Back after logging out shows nothing that is protected", async ({ page }) => {
  await signIn(page);
  await page.goto("/users?sort=id");
  await page.getByRole("link", { name: "Priya Raman", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Priya Raman" })).toBeVisible();
  await hydrated(page);
  await page.evaluate(() => {
    Object.assign(window, { known: "what a script knew of Priya" });
    localStorage.setItem("theme", "dark");
  });
  await logOut(page);
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() => ["known" in window, localStorage.getItem("theme")]),
    "in memory, and what was set for this browser",
  ).toEqual([false, "dark"]);
  for (let step = 0; step < 2; step++) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await expect(page.getByText("Priya Raman")).toHaveCount(0);
    expect(await page.evaluate(() => "known" in window)).toBe(false);
  }
});

test("a signed-out user learns that a change was not saved, also with a large picture, and saves it after logging in @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  const user = await addUser(page.request);
  for (const [country, megabytes] of [
    ["Ghana", 0],
    ["Peru", 7],
  ] as const) {
    await page.goto(`/users/${user.id}`);
    await hydrated(page);
    await page.getByLabel("Country").fill(country);
    if (megabytes)
      await page
        .getByLabel("Upload a picture")
        .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(megabytes * 1024 * 1024) });
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save user" }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The user was not saved. You were signed out meanwhile.");
    const login = page.waitForEvent("popup");
    await alert.getByRole("link", { name: "Log in again in a new tab" }).click();
    const tab = await login;
    await expect(toast(tab)).toContainText("You were signed out, so your last change was not saved. Log in to go on.");
    await fillLogin(tab, demo.email, demo.password);
    await expect(tab).toHaveURL("/");
    await tab.close();
    await expect(page.getByLabel("Country")).toHaveValue(country);
    await page.getByLabel("Upload a picture").setInputFiles([]);
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(toast(page)).toBeVisible();
    await page.goto(`/users/${user.id}`);
    await expect(page.getByLabel("Country")).toHaveValue(country);
  }
});

test("logging out by address only asks @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/logout");
  await expect(page.getByRole("heading", { name: "Log out?" })).toBeVisible();
  await page.goto("/users");
  await expect(page).toHaveURL("/users");
  await page.goto("/logout");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/users");
  await expect(page).toHaveURL(/\/login/);
});

test("a new user registers, follows the mailed link, and arrives at the requested page", async ({ page }) => {
  const name = unique("Nora ");
  const email = `${name.replace(" ", ".").toLowerCase()}@example.com`;
  await page.goto("/users/profile");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("blue kettle 91");
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const stale = await page.getByRole("link", { name: "Verify and log in" }).getAttribute("href");
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(toast(page)).toContainText("This is a new link.");
  await expect(page.getByRole("link", { name: "Verify and log in" })).not.toHaveAttribute("href", stale ?? "");

  await page.getByRole("link", { name: "Verify and log in" }).click();
  await expect(page).toHaveURL("/users/profile");
  await expect(page.locator("#main").getByText(email)).toBeVisible();
});

test("a user with an unverified address cannot log in @exhaustive", async ({ page }) => {
  const email = `${unique("early")}@example.com`;
  await page.request.post("/register", { form: { name: "Early Bird", email, password: "catches the worm" } });
  await page.goto("/login");
  await fillLogin(page, email, "catches the worm");
  await expect(page).toHaveURL(/\/email-verification/);
  await expect(toast(page)).toContainText("Verify your e-mail address first");
  await page.goto("/users");
  await expect(page).toHaveURL(/\/login/);
});

test("both addresses of the verification page are one, and a code in the address is honoured @exhaustive", async ({
  page,
}) => {
  await page.goto("/verification");
  await expect(page).toHaveURL("/email-verification");
  await expect(page.getByRole("heading", { name: "Verify your e-mail" })).toBeVisible();

  const email = `${unique("menu")}@example.com`;
  const sent = await page.request.post("/register", {
    form: { name: "Menu Link", email, password: "goes the other way" },
  });
  await page.goto(mailedLink(await sent.text()).replace("/email-verification", "/verification"));
  await expect(page.getByRole("heading", { name: "Good to see you, Menu" })).toBeVisible();
});

test("a verification link works once, and a made-up one never @exhaustive", async ({ page, browser }) => {
  const email = `${unique("once")}@example.com`;
  const sent = await page.request.post("/register", {
    form: { name: "Only Once", email, password: "followed a single time" },
  });
  const link = mailedLink(await sent.text());
  await page.goto(link);
  await expect(page).toHaveURL("/");

  const stranger = await otherBrowser(browser);
  for (const address of [
    link,
    "/email-verification?oobCode=made-up",
    `/email-verification?oobCode=${"x".repeat(2000)}`,
  ]) {
    const answer = await stranger.goto(address);
    expect(answer?.status()).toBe(400);
    await expect(stranger.getByText("This link was used already, or a newer one replaced it.")).toBeVisible();
    await stranger.goto("/users");
    await expect(stranger).toHaveURL(/\/login/);
  }
  await stranger.context().close();
});

test("a verification link that is opened in another browser asks for a name and a password, and what a stranger typed does not count @exhaustive", async ({
  page,
  browser,
}) => {
  const email = `${unique("owner")}@example.com`;
  const sent = await page.request.post("/register", {
    form: { name: "Not Me", email, password: "a stranger's words" },
  });
  const owner = await otherBrowser(browser);
  await owner.goto(mailedLink(await sent.text()));
  await expect(owner.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  await expect(owner.getByLabel("Name")).toHaveValue("");
  await owner.getByLabel("Name").fill("Me Myself");
  await owner.getByLabel("Password").fill("password123");
  await owner.getByRole("button", { name: "Save and log in" }).click();
  await expect(owner.getByLabel("Password")).toHaveAccessibleDescription(/Choose another one/);
  await owner.getByLabel("Password").fill("my own blue kettle");
  await owner.getByRole("button", { name: "Save and log in" }).click();
  await expect(owner).toHaveURL("/");
  await expect(owner.getByRole("button", { name: "Account: Me Myself" })).toBeVisible();
  await owner.context().close();

  await page.goto("/login");
  await fillLogin(page, email, "a stranger's words");
  await expect(page.getByRole("alert")).toContainText(wrong);
  await logIn(page.request, { name: "Not Me", email, password: "my own blue kettle" });
});

test("the address typed at the login is filled in when resetting the password @exhaustive", async ({ page }) => {
  await page.goto("/login");
  await hydrated(page);
  await page.getByLabel("E-mail").fill("fergus@example.com");
  await page.getByRole("link", { name: "Forgot it?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("fergus@example.com");
  await expect(page).toHaveURL("/forget-password");
});

test("a forgotten password is replaced by a link, which works once and ends the sessions there were", async ({
  page,
  browser,
}) => {
  const person = await newPerson("Fergus");
  const elsewhere = await otherBrowser(browser, person);
  await elsewhere.goto("/users/profile");
  await expect(elsewhere).toHaveURL("/users/profile");

  await page.goto("/login?from=%2Fusers");
  await page.getByRole("link", { name: "Forgot it?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  const link = (await page.getByRole("link", { name: "Choose a new password" }).getAttribute("href")) ?? "";
  await page.getByRole("link", { name: "Choose a new password" }).click();

  await page.getByLabel("New password").fill("password123");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/Choose another one/);
  const fresh = "it is remembered now";
  await page.getByLabel("New password").fill(fresh);
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page).toHaveURL("/login?from=%2Fusers");
  await expect(toast(page)).toContainText("Your password is changed.");

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.goto(link);
  await expect(elsewhere.getByText("This link was used already")).toBeVisible();
  await elsewhere.context().close();

  await fillLogin(page, person.email, person.password);
  await expect(page.getByRole("alert")).toContainText(wrong);
  await fillLogin(page, person.email, fresh);
  await expect(page).toHaveURL("/users");
});

test("a password reset for an unknown address says that no mail server is set up @exhaustive", async ({ page }) => {
  const email = `${unique("ghost")}@example.com`;
  await page.goto("/forget-password");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "No mail was sent" })).toBeVisible();
  await expect(page.getByText("No mail server is set up here")).toBeVisible();
});

test("pages for guests redirect signed-in users home, or to the requested page @exhaustive", async ({ page }) => {
  await signIn(page);
  for (const path of ["/login", "/register", "/forget-password", "/email-verification"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/?${new URLSearchParams({ from: path })}`);
  }
  await page.goto("/login?from=%2Factivity");
  await expect(page).toHaveURL("/activity");
});

test("pending, banned and rejected users are told why they cannot log in @exhaustive", async ({ page, browser }) => {
  const person = await newPerson("Petra");
  const boss = await otherBrowser(browser, demo);
  const list = (await (await boss.request.get(`/api/users?q=${person.name}`)).json()) as { id: number }[];
  const sentences = {
    Pending: "Your account awaits approval.",
    Banned: "This account may not sign in.",
    Rejected: "This account may not sign in.",
  };
  for (const [status, sentence] of Object.entries(sentences)) {
    await boss.request.post(`/users/${list[0]?.id}/status`, { form: { status } });
    await page.goto("/login");
    await fillLogin(page, person.email, person.password);
    await expect(page.getByRole("alert")).toContainText(sentence);
    await page.goto("/users");
    await expect(page).toHaveURL(/\/login/);
  }
  await boss.request.post(`/users/${list[0]?.id}/status`, { form: { status: "Active" } });
  await page.goto("/login");
  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL("/");
  await boss.context().close();
});

test("banning a user ends their session at once @exhaustive", async ({ page, browser }) => {
  const person = await newPerson("Bruno");
  await signIn(page, person);
  await page.goto("/users");
  const boss = await otherBrowser(browser, demo);
  const [found] = (await (await boss.request.get(`/api/users?q=${person.name}`)).json()) as { id: number }[];
  await boss.request.post(`/users/${found?.id}/status`, { form: { status: "Banned" } });
  await boss.context().close();
  await page.getByRole("link", { name: "Profile" }).first().dispatchEvent("click");
  await expect(page).toHaveURL(/\/login/);
});

test("a user who is already in the directory registers into that row, and awaits approval @exhaustive", async ({
  page,
  browser,
}) => {
  const boss = await otherBrowser(browser, demo);
  const known = await addUser(boss.request, { status: "Active" });
  const sent = await page.request.post("/register", {
    form: { name: "Somebody Else", email: known.email, password: "is in the list already" },
  });
  await page.goto(mailedLink(await sent.text()));
  await expect(page.getByText(/awaits approval/)).toBeVisible();
  await page.goto("/users/profile");
  await expect(page).toHaveURL(/\/login/);
  expect(await (await boss.request.get(`/api/users?q=${encodeURIComponent(known.email)}`)).json()).toEqual([
    expect.objectContaining({ id: known.id }),
  ]);
  await boss.context().close();
});

test("after ten wrong passwords the pair of account and address waits, and others do not @exhaustive", async ({
  page,
}) => {
  const person = await newPerson("Gus");
  for (let tries = 0; tries < 10; tries++) {
    const answer = await page.request.post("/login", { form: { email: person.email, password: `guess ${tries}` } });
    expect(answer.status()).toBe(403);
  }
  await page.goto("/login");
  await fillLogin(page, person.email, person.password);
  await expect(page.getByRole("alert")).toContainText(/tried too often.*Wait \d+ minutes/);
  await logIn(page.request, demo);
});

test("while the answer is awaited the page is covered, and Cancel gives it back", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.goto("/login");
  await hydrated(page);
  await page.route(/\/login\.data/, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue().catch(() => undefined);
  });
  await fillLogin(page, demo.email, "not the password");
  const cover = page.getByRole("dialog", { name: "Logging in" });
  await expect(cover).toBeVisible();
  await expect(cover.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cover).toBeHidden();
  await expect(page.getByLabel("E-mail")).toHaveValue(demo.email);
  release();
});

test("Google's button says honestly what would turn it on @exhaustive", async ({ page }) => {
  await page.goto("/login");
  await page.getByText("Continue with Google").click();
  await expect(page.getByText("FIREBASE_API_KEY")).toBeVisible();
});

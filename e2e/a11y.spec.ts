import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addUser, demo, expect, hydrated, mailedLink, newPerson, otherBrowser, row, signIn, test, unique } from "./support";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// What moves or fades in has no colour to measure yet.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What axe finds, short enough to read: the rule and where it is broken. */
async function violations(page: Page, rules?: string[]) {
  const axe = rules ? new AxeBuilder({ page }).withRules(rules) : new AxeBuilder({ page }).withTags(wcag);
  const found = (await axe.analyze()).violations;
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary ?? ""})`));
}

async function inTheme(page: Page, theme: "light" | "dark") {
  await page.evaluate((name) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(name);
  }, theme);
}

/** By how many pixels the page is wider than the screen. */
const overhang = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

/**
 * The page as it stands: on both screens, in both themes, and no wider than the narrowest screen that has to do. What only a
 * large screen shows is looked at in the dark too.
 */
async function expectForEveryone(page: Page, { onlyWhenLarge = true } = {}) {
  await hydrated(page);
  await page.setViewportSize(desktop);
  await inTheme(page, "light");
  expect(await violations(page), "1440 pixels, light").toEqual([]);
  await inTheme(page, "dark");
  if (onlyWhenLarge) expect(await violations(page, ["color-contrast"]), "1440 pixels, dark").toEqual([]);
  await page.setViewportSize(phone);
  expect(await violations(page), "390 pixels, dark").toEqual([]);
  expect(await overhang(page), "wider than 390 pixels").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overhang(page), "wider than 320 pixels").toBeLessThanOrEqual(0);
}

/** Pages that a visitor may open, and what brings them into a state of interest. */
const open: Record<string, (page: Page) => Promise<unknown>> = {
  "the home of a visitor": (page) => page.goto("/"),
  "the login page": (page) => page.goto("/login"),
  "the login page with Google's button open": async (page) => {
    await page.goto("/login");
    await page.getByText("Continue with Google").click();
  },
  "the login page after a wrong password": async (page) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(`${unique("axe")}@example.com`);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  },
  "the register page with errors": async (page) => {
    await page.goto("/register");
    await page.getByLabel("Name").fill("Axe");
    await page.getByLabel("E-mail").fill(demo.email);
    await page.getByLabel("Password").fill("12345678");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  },
  "the page that says to check one's mail": async (page) => {
    await page.request.post("/register", { form: { name: "Axe", email: `${unique("axe")}@example.com`, password: "axe to grind here" } });
    await page.goto("/email-verification");
    await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  },
  "the verification page after a used link": (page) => page.goto("/email-verification?oobCode=used"),
  "the page for a forgotten password": (page) => page.goto("/forget-password"),
  "the page for a new password": async (page) => {
    const sent = await page.request.post("/forget-password", { form: { email: (await newPerson("Axel")).email } });
    await page.goto(mailedLink(await sent.text()));
    await expect(page.getByLabel("New password")).toBeVisible();
  },
  "the maintenance page": (page) => page.goto("/maintenance"),
  "the page for a fault of ours": (page) => page.goto("/server-error"),
  "the page for an unknown address": (page) => page.goto("/no-such-page"),
};

/** Pages of somebody who is signed in. */
const inside: Record<string, (page: Page) => Promise<unknown>> = {
  "the home of somebody who is signed in": (page) => page.goto("/"),
  "the list of users": (page) => page.goto("/users?size=10"),
  "a list with filters, a sort and a page": (page) => page.goto("/users?q=example.com&role=UX+Designer&sort=-name&page=1"),
  "a list where all is selected": (page) => page.goto("/users?q=amara+okafor&select=all"),
  "a list without a match": (page) => page.goto("/users?q=nobody+is+called+this"),
  "the trash": async (page) => {
    const user = await addUser(page.request);
    await page.request.post(`/users/${user.id}/trash`);
    await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
    await expect(row(page, user.name)).toBeVisible();
  },
  "a create form with errors": async (page) => {
    await page.goto("/users/create");
    await page.getByLabel("E-mail").fill("wrong");
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  },
  "a record with its history and a toast": async (page) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await page.getByLabel("Country").fill("Malta");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(page.locator(".toast")).toBeVisible();
    await page.locator(".toast").hover(); // it stays while somebody points at it
  },
  "a record that is in the trash": async (page) => {
    const user = await addUser(page.request);
    await page.request.post(`/users/${user.id}/trash`);
    await page.goto(`/users/${user.id}`);
  },
  "a conflict of two versions": async (page) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    const { id, name, email } = user;
    await page.request.put("/api/users", { data: { id, name, email, role: "HR Manager", status: "Active", address: "Malta", phone: "" } });
    await page.getByLabel("Country").fill("Cyprus");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
  },
  "the profile": (page) => page.goto("/users/profile"),
  "the activity": (page) => page.goto("/activity?size=10"),
  "the question before logging out": (page) => page.goto("/logout"),
  "an unknown record": (page) => page.goto("/users/999999"),
};

for (const [name, prepare] of Object.entries(open)) {
  test(`${name} is for everyone`, async ({ page }) => {
    await prepare(page);
    await expectForEveryone(page, { onlyWhenLarge: false });
  });
}

for (const [name, prepare] of Object.entries(inside)) {
  test(`${name} is for everyone`, async ({ page }) => {
    await signIn(page);
    await prepare(page);
    await expectForEveryone(page);
  });
}

test("what opens over a page is for everyone", async ({ page }) => {
  await signIn(page);
  await page.goto("/users?q=amara+okafor");
  await hydrated(page);
  for (const button of ["Notification", "Messages", /^Account: /, "Export", /^Actions for /]) {
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.locator(":popover-open")).toHaveCount(1);
    expect(await violations(page), String(button)).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("checkbox", { name: /^Select / }).first().check();
  expect(await violations(page), "with a ticked row").toEqual([]);
  await page.setViewportSize(phone);
  expect(await violations(page), "with a ticked row on a phone").toEqual([]);
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await violations(page), "with the drawer open").toEqual([]);
});

test("pages that run from right to left are for everyone", async ({ browser }) => {
  const page = await otherBrowser(browser, undefined, { reducedMotion: "reduce" });
  await page.request.post("/preferences", { form: { direction: "rtl" } });
  await page.goto("/login");
  await expectForEveryone(page, { onlyWhenLarge: false });
  await signIn(page);
  for (const path of ["/users?q=amara+okafor", "/users/3"]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectForEveryone(page, { onlyWhenLarge: false });
  }
  await page.context().close();
});

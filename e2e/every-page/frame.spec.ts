import type { Page } from "@playwright/test";
import {
  demo,
  expect,
  hold,
  hydrated,
  logIn,
  markDocument,
  newPerson,
  otherBrowser,
  signIn,
  inOneWindow as test,
  watchConsole,
} from "../support";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });
/** The account menu, opened by the button with the picture. */
const userMenu = (page: Page) => page.locator("header [data-menu]");
const boxOf = async (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test("on a phone the menu is a drawer that Esc and its button close", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto("/users");
  const button = page.getByRole("button", { name: "Open menu" });
  await expect(sidebar(page)).toBeHidden();
  await button.click();
  await expect(sidebar(page)).toBeVisible();
  await expect.poll(async () => (await boxOf(page, "#drawer")).x).toBe(0);
  expect((await boxOf(page, "#drawer")).width).toBe(280);
  await page.keyboard.press("Escape");
  await expect(sidebar(page)).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(sidebar(page)).toBeHidden();

  await button.click();
  await sidebar(page).getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page).toHaveURL("/users/profile");
  await expect(sidebar(page)).toBeHidden();
});

test("a phone's header has messages and the direction too, and all of it fits @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.goto("/users");
  const header = page.getByRole("banner");
  for (const size of ["16px", "32px"]) {
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), size);
    for (const name of [/^Notification/, /^Messages/, /direction|right to left/i, /theme/, /^Account: /])
      await expect(header.getByRole("button", { name }).filter({ visible: true }), size).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the drawer comes from the right where text runs from right to left @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.request.post("/preferences", { form: { direction: "rtl" } });
  await page.goto("/users");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(async () => (await boxOf(page, "#drawer")).right).toBe(390);
});

test("the menu's own scrollbar comes with the pointer, and the menu stays where it was @exhaustive", async ({
  page,
}) => {
  const menu = page.locator("#drawer .scroll");
  await page.setViewportSize({ width: 1280, height: 400 });
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  await menu.evaluate((box) => box.scrollTo({ top: 50 }));
  await expect(menu).not.toHaveAttribute("data-simplebar");
  await menu.hover();
  await expect(menu).toHaveAttribute("data-simplebar", "init");
  expect(await menu.locator(".simplebar-content-wrapper").evaluate((box) => box.scrollTop)).toBe(50);
  const thumb = await menu.locator(".simplebar-vertical .simplebar-scrollbar").boundingBox();
  expect(thumb?.height).toBeGreaterThanOrEqual(25);
});

test("under a finger the menu keeps the device's scrollbar @exhaustive", async ({ browser }) => {
  const page = await otherBrowser(browser, demo, {
    viewport: { width: 390, height: 400 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("/users");
  await hydrated(page);
  await page.getByRole("button", { name: "Open menu" }).tap();
  await page.locator("#drawer summary").last().tap();
  await expect(page.locator("#drawer summary").last()).toBeFocused();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("#drawer .scroll")).not.toHaveAttribute("data-simplebar");
  await page.context().close();
});

test("a menu opened before scripts ran stays open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const scripts = await hold(page, "**/assets/*.js");
  await page.goto("/users", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Open menu" }).click();
  scripts.open();
  await hydrated(page);
  await expect(sidebar(page)).toBeVisible();
});

for (const [width, sidebarWidth] of [
  [1100, 260],
  [1279, 260],
  [1280, 280],
  [1600, 280],
] as const) {
  test(`the sidebar is ${sidebarWidth} pixels wide on a screen of ${width} @exhaustive`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    await page.goto("/users");
    expect((await boxOf(page, "#drawer")).width).toBe(sidebarWidth);
    await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
  });
}

test("the header stays at the top, and its search box is at least 18rem wide and opens the command palette @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  await page.setViewportSize({ width: 1100, height: 500 });
  await page.goto("/users");
  await page.evaluate(() => scrollTo(0, 400));
  expect((await boxOf(page, "header.topbar")).top).toBe(0);
  const search = page.getByPlaceholder("Type a command or search...");
  expect((await page.locator("header form[role=search]").boundingBox())?.width).toBeGreaterThanOrEqual(288);
  await hydrated(page);
  await search.fill("amara");
  await expect(page.getByRole("combobox", { name: "Type a command or search" })).toHaveValue("amara");
});

for (const { title, empty, all } of [
  { title: "Notification", empty: "No new notifications", all: "View All Notification" },
  { title: "Messages", empty: "No new Messages", all: "View All Messages" },
]) {
  test(`the popover ${title} is 350 pixels wide and says the specification's words @exhaustive`, async ({ page }) => {
    await signIn(page, await newPerson());
    await page.goto("/users");
    await page.getByRole("button", { name: title, exact: true }).click();
    const panel = page.getByRole("dialog", { name: title });
    await expect(panel.getByRole("heading", { name: title })).toBeVisible();
    await expect(panel.getByText(empty)).toBeVisible();
    await expect(panel.getByRole("link", { name: all })).toBeVisible();
    expect((await panel.boundingBox())?.width).toBe(350);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page.getByRole("button", { name: title, exact: true })).toBeFocused();
  });
}

test("the user menu is 240 pixels wide, names the user, and has the specified entries @exhaustive", async ({
  page,
}) => {
  const person = await newPerson("Uma");
  await signIn(page, person);
  await page.goto("/users");
  await page.getByRole("button", { name: `Account: ${person.name}` }).click();
  const panel = userMenu(page);
  await expect(panel).toBeVisible();
  expect((await panel.boundingBox())?.width).toBe(240);
  await expect(panel).toContainText(person.name);
  await expect(panel).toContainText(person.email);
  await expect(panel.locator(".item")).toHaveText(["Profile", "Account", "Manage Team", "Log Out"]);
  await expect(panel.getByRole("link", { name: "Manage Team" })).toHaveAttribute("href", "/team");
});

test("arrow keys, Home and End go through a menu, and Esc gives the focus back", async ({ page }) => {
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  const button = page.getByRole("button", { name: /^Account: / });
  await button.focus();
  await page.keyboard.press("Enter");
  const item = (name: string) => userMenu(page).locator(".item", { hasText: name });
  await expect(item("Profile")).toBeFocused();
  const keys = [
    ["ArrowDown", "Account"],
    ["End", "Log Out"],
    ["ArrowDown", "Profile"],
    ["ArrowUp", "Log Out"],
    ["Home", "Profile"],
  ] as const;
  for (const [key, name] of keys) {
    await page.keyboard.press(key);
    await expect(item(name), `after ${key}`).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(item("Profile")).toBeHidden();
  await expect(button).toBeFocused();
});

test("the theme is stored, and the next page has it in its first bytes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page);
  await page.goto("/users");
  await expect(page.locator("html")).toHaveClass(/light/);
  await hydrated(page);
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().includes("/preferences"),
  );
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await kept;
  for (const path of ["/users", "/login", "/no-such-page"]) {
    const html = await (await page.request.get(path)).text();
    expect(/<html[^>]*class="([^"]*)"/.exec(html)?.[1], path).toBe("dark");
  }
  await page.reload();
  await expect(page.locator("html")).toHaveClass("dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await expect(page.locator("html")).toHaveClass("light");
});

test("the theme of the browser's storage outlives the cookie, and is there before the first paint @exhaustive", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await context.clearCookies();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  // Without the application's scripts only the first-paint script is left.
  await page.route("**/*.js", (route) => route.abort());
  const silent = await context.newPage();
  await silent.route("**/*.js", (route) => route.abort());
  await silent.goto("/login");
  await expect(silent.locator("html")).toHaveClass("dark");
  expect(await silent.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(light);
});

test("without a choice the theme is the system's @exhaustive", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/login");
  await expect(page.locator("html")).toHaveClass("dark");
});

test("the text direction is stored, and the next page has it in its first bytes @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().includes("/preferences"),
  );
  await page.locator("header").getByRole("button", { name: "Switch text direction" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("body")).toHaveAttribute("dir", "rtl");
  await kept;
  const html = await (await page.request.get("/users")).text();
  expect(html).toMatch(/<html[^>]*dir="rtl"/);
  expect(html).toMatch(/<body[^>]*dir="rtl"/);
  expect(await page.evaluate(() => localStorage.getItem("direction"))).toBe("rtl");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.locator("header").getByRole("button", { name: "Switch text direction" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
});

test("the first press of Tab reaches the skip link, which leads past the menu", async ({ page }) => {
  await signIn(page);
  await page.goto("/users");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("keys that are pressed while the page becomes alive break nothing @exhaustive", async ({ page }) => {
  await signIn(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 }); // or it is over before a key can be pressed
  for (let visit = 0; visit < 2; visit++) {
    await page.goto("/users");
    for (let press = 0; press < 20; press++) await page.keyboard.press("Tab");
    await hydrated(page);
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
});

test("internal links change the page without a reload, say its title, and put the focus at its beginning", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/users?sort=id");
  await hydrated(page);
  const sameDocument = await markDocument(page);
  await page.getByRole("link", { name: "Priya Raman" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Priya Raman" })).toBeVisible();
  await expect(page.locator("p[aria-live=polite].sr-only", { hasText: "Priya Raman · Portico" })).toHaveCount(1);
  await expect(page.locator("#main")).toBeFocused();
  await page.locator("#main").getByRole("link", { name: "Users", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.getByRole("link", { name: "Status", exact: true }).click();
  await expect(page).toHaveURL(/sort=status/);
  expect(await sameDocument()).toBe(true);
});

test("a link pressed with Ctrl opens a tab, and files are left to the browser @exhaustive", async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto("/users?sort=id");
  await hydrated(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Priya Raman" }).click({ modifiers: ["Control"] });
  await expect(await opened).toHaveURL(/\/users\/4$/);
  await expect(page).toHaveURL("/users?sort=id");
  await page.getByRole("button", { name: "Export" }).first().click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toBe("users.csv");
});

for (const [reducedMotion, moves] of [
  ["no-preference", ["opacity", "translate"]],
  ["reduce", []],
] as const)
  test(`a page after the first comes softly where motion is ${reducedMotion} @exhaustive`, async ({ browser, app }) => {
    const page = await otherBrowser(browser, undefined, { baseURL: app.url, reducedMotion });
    await logIn(page.context().request);
    await page.addInitScript(() => {
      const came: string[] = Object.assign(window, { came: [] as string[] }).came;
      document.addEventListener("transitionrun", ({ target, propertyName }) => {
        if ((target as Element).matches("#main > *")) came.push(propertyName);
      });
    });
    const came = () =>
      page.evaluate(() => [...new Set((window as unknown as { came: string[] }).came.splice(0))].sort());
    await page.goto("/users?sort=id");
    await hydrated(page);
    expect(await came()).toEqual([]);
    await page.getByRole("link", { name: "Priya Raman" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Priya Raman" })).toBeVisible();
    expect(await came(), "a record").toEqual(moves);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    expect(await came(), "its list").toEqual(moves);
    await page.context().close();
  });

test("nothing moves for people who ask for less motion @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  /** Opens the menu and returns the names of the running time-based animations; scroll-driven ones do not count. */
  const moving = () =>
    page.getByRole("button", { name: "Open menu" }).evaluate((button: HTMLElement) => {
      button.click();
      const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      return moving.map((animation) => (animation as CSSAnimation).animationName);
    });
  for (const [reducedMotion, moves] of [
    ["no-preference", ["slide"]],
    ["reduce", []],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await moving(), reducedMotion).toEqual(moves);
    await expect(sidebar(page)).toBeVisible();
    if (reducedMotion === "no-preference") await page.keyboard.press("Escape");
  }
  const slow = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element);
        return (
          [...transitionDuration.split(","), ...animationDuration.split(",")].some(
            (time) => Number.parseFloat(time) > 0.01,
          ) || scrollBehavior === "smooth"
        );
      }).length,
  );
  expect(slow).toBe(0);
});

test("no page has an error in its console, nor anything that its Content-Security-Policy refuses @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser);
  const problems = watchConsole(page);
  const visit = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
  };
  for (const path of [
    "/",
    "/login",
    "/register",
    "/forget-password",
    "/email-verification",
    "/maintenance",
    "/server-error",
    "/no-such-page",
  ])
    await visit(path);
  await signIn(page);
  const signedIn = [
    "/",
    "/users",
    "/users?q=nobody+is+called+this",
    "/users?trash=1",
    "/users?select=all",
    "/users/create",
    "/users/3",
    "/users/999999",
    "/users/profile",
    "/activity",
    "/logout",
    "/server-error",
  ];
  for (const path of signedIn) await visit(path);
  expect(problems).toEqual([]);
  await page.context().close();
});

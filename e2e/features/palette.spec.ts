import type { Page } from "@playwright/test";
import { expect, hold, hydrated, markDocument, newPerson, otherBrowser, signIn, inOneWindow as test } from "../support";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" }).locator(".palette");
const input = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const active = (page: Page) => palette(page).locator("[role=option].on");
const box = (page: Page) => page.locator("header input[type=search]");
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

async function start(page: Page, path = "/users") {
  await signIn(page);
  await page.goto(path);
  await hydrated(page);
}

async function open(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(input(page)).toBeFocused();
}

test("it opens by a press on the box, by Ctrl and K and by a slash; Esc closes it and gives the focus back", async ({
  page,
}) => {
  await start(page);
  await box(page).click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(box(page)).toBeFocused();

  const link = page.getByRole("link", { name: "Create user" });
  await link.focus();
  await page.keyboard.press("/");
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue("");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();

  await link.focus();
  await open(page);
  await page.mouse.click(20, 600);
  await expect(palette(page)).toBeHidden();
});

test("the palette's list fades where it continues, and the selected entry is not covered @exhaustive", async ({
  page,
}) => {
  await start(page);
  await open(page);
  await page.keyboard.type("in");
  await expect(options(page).nth(12)).toBeAttached();
  const list = palette(page).locator(".palette-list");
  await expect(list).toHaveCSS("--fade-end", "32px");
  for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowDown");
  await expect(list).toHaveCSS("--fade-start", "32px");
  const [outer, inner] = [await list.boundingBox(), await active(page).boundingBox()];
  expect((outer?.y ?? 0) + (outer?.height ?? 0) - (inner?.y ?? 0) - (inner?.height ?? 0)).toBeGreaterThanOrEqual(32);
  await list.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(list).toHaveCSS("--fade-end", "0px");
});

test("it is empty but for the two groups of the specification, and its list is 300 pixels high at most @exhaustive", async ({
  page,
}) => {
  await start(page);
  await open(page);
  await expect(input(page)).toHaveAttribute("placeholder", "Type a command or search...");
  const groups = await palette(page)
    .getByRole("group")
    .evaluateAll((all) =>
      all.map((group) => [
        group.querySelector("p")?.textContent,
        [...group.querySelectorAll("[role=option]")].map((option) => option.textContent),
      ]),
    );
  expect(groups).toEqual([
    ["Suggestions", ["Calendar", "Search Emoji", "Calculator"]],
    ["Settings", ["ProfileCtrl P", "BillingCtrl B", "SettingsCtrl S"]],
  ]);
  await input(page).fill("car");
  await expect(options(page)).not.toHaveCount(6);
  expect((await page.locator(".palette-list").boundingBox())?.height).toBeLessThanOrEqual(300);
});

test("the palette's script loads on first use, and text typed meanwhile stays", async ({ page }) => {
  const script = await hold(page, "**/assets/palette-*.js");
  await start(page);
  expect(script.asked).toEqual([]);
  await box(page).focus();
  await page.keyboard.type("create inv");
  await expect(box(page)).toHaveValue("create inv");
  await expect.poll(() => script.asked.length).toBe(1);
  script.open();
  await expect(input(page)).toHaveValue("create inv");
  await page.keyboard.type("oice");
  await expect(input(page)).toHaveValue("create invoice");
  await expect(box(page)).toHaveValue("");
  await expect(active(page)).toHaveText("Create invoice");
});

test("without its script the box still leads to the results @exhaustive", async ({ page }) => {
  await page.route("**/assets/palette-*.js", (route) => route.abort("internetdisconnected"));
  await start(page);
  await box(page).click();
  await page.keyboard.type("amara");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=amara");
});

test("reaching the box by Tab opens nothing, typing into it does @exhaustive", async ({ page }) => {
  await start(page);
  await box(page).focus();
  await page.keyboard.press("Tab");
  await expect(box(page)).not.toBeFocused();
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("a");
  await expect(input(page)).toHaveValue("a");
});

test("arrows, Home and End lead through the entries, and Enter goes to a page without loading another document", async ({
  page,
}) => {
  await start(page);
  const sameDocument = await markDocument(page);
  await open(page);
  const keys = [
    ["ArrowDown", "Search Emoji"],
    ["End", /^Settings/],
    ["ArrowUp", /^Billing/],
    ["Home", "Calendar"],
    ["ArrowDown", "Search Emoji"],
  ] as const;
  await expect(active(page)).toHaveText("Calendar");
  for (const [key, name] of keys) {
    await page.keyboard.press(key);
    await expect(active(page), `after ${key}`).toHaveText(name);
  }
  const id = await active(page).getAttribute("id");
  await expect(input(page)).toHaveAttribute("aria-activedescendant", id ?? "");
  await page.keyboard.type("setings");
  await expect(active(page)).toHaveText(/^Settings/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings");
  await expect(palette(page)).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();
  expect(await sameDocument()).toBe(true);
});

test("within it Ctrl with a letter opens Profile, Billing and Settings @exhaustive", async ({ page }) => {
  await start(page);
  for (const [letter, path] of [
    ["p", "/users/profile"],
    ["b", "/settings/plan-billing"],
    ["s", "/settings"],
  ] as const) {
    await open(page);
    await page.keyboard.press(`Control+${letter}`);
    await expect(page).toHaveURL(path);
    await expect(palette(page)).toBeHidden();
  }
});

test("records are found as one types, said to screen readers, and offered again until one logs out", async ({
  page,
}) => {
  await signIn(page, await newPerson());
  await page.goto("/users");
  await hydrated(page);
  await open(page);
  await page.keyboard.type("amara okafor");
  const found = palette(page).getByRole("group", { name: "Users" }).getByRole("option");
  await expect(found.first()).toContainText("Amara Okafor");
  await expect(found.first().locator("mark")).not.toHaveCount(0);
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results?\./);
  await expect(options(page).last()).toHaveText("See all results for “amara okafor”");
  await found.first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible();

  await open(page);
  const recent = palette(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toHaveText([/^Amara Okafor/]);
  expect(await page.evaluate(() => localStorage.getItem("kept:recent"))).toContain("Amara");
  await page.keyboard.type("log out");
  await expect(active(page)).toHaveText("Log out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/^[^?]*\/login/);
  expect(await page.evaluate(() => localStorage.getItem("kept:recent"))).toBeNull();
});

test("the user menu's way out forgets what was chosen too @exhaustive", async ({ page }) => {
  await signIn(page, await newPerson());
  await page.goto("/users");
  await hydrated(page);
  await open(page);
  await page.keyboard.type("activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/activity");
  expect(await page.evaluate(() => localStorage.getItem("kept:recent"))).toContain("/activity");
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("kept:recent"))).toBeNull();
});

test("what nothing has is said, and so is a search that does not answer @exhaustive", async ({ page }) => {
  await start(page);
  await open(page);
  await page.keyboard.type("qqzzxxvv");
  await expect(palette(page).locator(".palette-note")).toHaveText("No results found.");
  await expect(palette(page).getByRole("status")).toHaveText("No results found.");
  await page.route("**/search/suggest?*", (route) => route.abort("internetdisconnected"));
  await input(page).fill("amara");
  await expect(palette(page).locator(".palette-note")).toHaveText(
    "Records could not be searched just now. Try again in a moment.",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=amara");
});

test("a sum is worked out first, and Enter copies what it comes to @exhaustive", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await start(page);
  await open(page);
  await page.keyboard.type("(199-20%)*3");
  await expect(active(page)).toHaveText(/^= 477\.6/);
  await page.keyboard.press("Enter");
  await expect(palette(page).getByRole("status")).toHaveText("Copied 477.6.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("477.6");
  await expect(input(page)).toBeFocused();

  await input(page).fill("calculator");
  await page.keyboard.press("Enter");
  await expect(input(page)).toHaveAttribute("aria-label", "Calculator");
  await page.keyboard.type("1/0");
  await expect(palette(page).locator(".palette-note")).toHaveText("Nothing can be divided by zero.");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await expect(palette(page).getByRole("status")).toHaveText("Copied 0.125.");
  await page.keyboard.press("Escape");
  await expect(input(page)).toHaveAttribute("aria-label", "Type a command or search");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});

test("emoji are found within it, and Enter copies the first @exhaustive", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await start(page);
  await open(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const search = palette(page).getByRole("textbox", { name: "Search emoji" });
  await expect(search).toBeFocused();
  await page.keyboard.type("rocket");
  const rocket = palette(page).getByRole("button", { name: "Rocket" });
  await expect(rocket).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(rocket).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("🚀");
  await page.keyboard.press("Escape");
  await expect(input(page)).toBeFocused();
});

test("theme and direction change from it, and stay changed @exhaustive", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await start(page);
  for (const [typed, name, value] of [
    ["dark", "class", "dark"],
    ["rtl", "dir", "rtl"],
  ] as const) {
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && answer.url().includes("/preferences"),
    );
    await open(page);
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute(name, value);
    await kept;
  }
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("class", "dark");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

test("shortcut letters typed into a field open nothing, and Ctrl+K opens the palette and keeps the text @exhaustive", async ({
  page,
}) => {
  await start(page, "/users/create");
  const name = page.getByLabel("Name");
  await name.fill("Ada");
  await name.press("End");
  await page.keyboard.type(" / ? K");
  await expect(name).toHaveValue("Ada / ? K");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open(page);
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Ada / ? K");
});

test("a question mark opens the sheet of shortcuts, which closes by Esc and gives the focus back @exhaustive", async ({
  page,
}) => {
  await start(page);
  const link = page.getByRole("link", { name: "Create user" });
  await link.focus();
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
  await expect(sheet(page)).toContainText("Open or close the command palette");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(link).toBeFocused();

  await open(page);
  await page.keyboard.type("shortcuts");
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toBeVisible();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(input(page)).toBeFocused();
  await expect(sheet(page)).toBeHidden();
});

test("shortcuts can be turned off in the settings, and the box opens the palette all the same @exhaustive", async ({
  page,
}) => {
  await start(page, "/settings");
  await page.getByRole("button", { name: "Turn off keyboard shortcuts" }).click();
  await expect(page.getByText("Keyboard shortcuts are off")).toBeVisible();
  await page.goto("/users");
  await hydrated(page);
  await expect(page.locator("header kbd")).toHaveCount(0);
  for (const key of ["/", "?", "Control+k"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await box(page).click();
  await expect(input(page)).toBeFocused();
  await expect(palette(page).locator("[role=option] kbd")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on keyboard shortcuts" }).click();
  await expect(page.getByRole("button", { name: "Turn off keyboard shortcuts" })).toBeVisible();
});

test("on a phone the search button opens it, as wide as the screen, and it closes by its button @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, undefined, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await start(page);
  const button = page.locator("header").getByRole("link", { name: "Search" });
  await button.tap();
  await expect(input(page)).toBeFocused();
  expect((await page.locator(".palette").boundingBox())?.width).toBeGreaterThan(370);
  await palette(page).getByRole("button", { name: "Close" }).tap();
  await expect(palette(page)).toBeHidden();
  await page.context().close();
});

test("without scripts the box and the phone's button lead to the search, shortcuts are turned off, and no key is promised @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, undefined, { javaScriptEnabled: false });
  await signIn(page);
  await page.goto("/settings");
  await expect(page.locator("header kbd")).toBeHidden();
  await page.getByRole("button", { name: "Turn off keyboard shortcuts" }).click();
  await expect(page.getByRole("button", { name: "Turn on keyboard shortcuts" })).toBeVisible();
  await box(page).fill("amara");
  await box(page).press("Enter");
  await expect(page).toHaveURL("/search?q=amara");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/users");
  await page.locator("header").getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL("/search");
  await page.context().close();
});

import type { Page } from "@playwright/test";
import { addUser, saveView } from "../records";
import { otherBrowser, expect, hydrated, newPerson, row, signIn, inOneWindow as test, toast, unique } from "../support";

test.beforeEach(async ({ page }) => signIn(page, await newPerson("Vera")));

const menu = (page: Page) => page.getByRole("navigation", { name: "Pinned views" });
const openViews = (page: Page) => page.getByRole("button", { name: "Views", exact: true }).click();
const saveThis = (page: Page) => page.getByRole("link", { name: "Save this view…" }).click();
const nameField = (page: Page) => page.getByRole("textbox", { name: /^Name/ });
const save = (page: Page) => page.getByRole("button", { name: "Create view" }).click();

/** Creates users that no other test counts, and returns the word in their names. */
async function people(page: Page, many: number) {
  const word = unique("Viewed");
  for (let number = 0; number < many; number++) await addUser(page.request, { name: `${word} ${number}` });
  return word;
}

test("a list is saved as it is, stands in the menu with how many rows it shows, and counts on while it is looked at", async ({
  page,
}) => {
  const word = await people(page, 2);
  await page.goto(`/users?q=${word}&sort=-name`);
  await hydrated(page);
  await openViews(page);
  await saveThis(page);
  await expect(page.getByRole("list", { name: "What it shows" })).toContainText(word);
  await nameField(page).fill("My people");
  await page.getByLabel("Pin it in my menu").check();
  await save(page);
  await expect(toast(page)).toContainText("View “My people” was created");
  await expect(page).toHaveURL(`/users?q=${word}&sort=-name`);
  await expect(menu(page).getByRole("link", { name: "My people, 2" })).toHaveAttribute("aria-current", "page");

  await addUser(page.request, { name: `${word} more` });
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))); // a count that was slow rests
    await expect(menu(page).getByRole("link", { name: "My people, 3" })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.getByRole("link", { name: "Remove the filter" }).first().click();
  await expect(menu(page).getByRole("link", { name: "My people, 3" })).not.toHaveAttribute("aria-current");
  await menu(page).getByRole("link", { name: "My people, 3" }).click();
  await expect(menu(page).getByRole("link", { name: "My people, 3" })).toHaveAttribute("aria-current", "page"); // menus close with their page
  await openViews(page);
  await page.getByRole("button", { name: "Unpin from my menu" }).click();
  await expect(toast(page)).toContainText("was taken out of your menu");
  await expect(menu(page)).toHaveCount(0);
});

test("a view shows something else from now on, which is taken back by one press @exhaustive", async ({ page }) => {
  await saveView(page.request, { path: "/users", name: "Those", search: "status=Banned", pinned: "on" });
  await page.goto("/users?status=Pending");
  await hydrated(page);
  await openViews(page);
  await saveThis(page);
  await page.getByRole("button", { name: "Update “Those” to this" }).click();
  await expect(toast(page)).toContainText("shows this now");
  await expect(menu(page).getByRole("link")).toHaveAttribute("href", "/users?status=Pending");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(menu(page).getByRole("link")).toHaveAttribute("href", "/users?status=Banned");
});

test("a shared view is opened and pinned by others with its owner's name, and private views are hidden @exhaustive", async ({
  page,
  browser,
}) => {
  const name = unique("Shared ");
  await saveView(page.request, { path: "/products", name, shared: "yes" });
  await saveView(page.request, { path: "/products", name: `${name} not` });
  const other = await otherBrowser(browser, await newPerson("Otto"));
  await other.goto("/products");
  await openViews(other);
  const offered = other.getByRole("link", { name: new RegExp(name) });
  await expect(offered).toHaveCount(1);
  await expect(offered).toContainText("Vera");
  await other.goto(`/views?q=${encodeURIComponent(name)}`);
  await expect(other.getByRole("row")).toHaveCount(2);
  await row(other, name)
    .getByLabel(/^Actions/)
    .click();
  await expect(other.getByRole("button", { name: "Delete", exact: true })).toBeHidden();
  await other.getByRole("button", { name: "Pin in my menu" }).click();
  await expect(menu(other).getByRole("link", { name: new RegExp(`^${name}, \\d+`) })).toBeVisible();
  await other.context().close();
});

test("on a phone the drawer has the pinned views, and leads to them @exhaustive", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await saveView(page.request, { path: "/invoices", name: "All invoices", pinned: "on" });
  await page.goto("/orders");
  await hydrated(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu(page)
    .getByRole("link", { name: /^All invoices, \d+$/ })
    .click();
  await expect(page).toHaveURL("/invoices");
  await expect(menu(page)).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a view is saved, corrected, pinned, moved and deleted @exhaustive", async ({ page }) => {
    const word = await people(page, 1);
    await page.goto(`/users?q=${word}`);
    await openViews(page);
    await saveThis(page);
    await save(page);
    await expect(page.getByRole("alert")).toContainText("Enter a name for this view");
    await nameField(page).fill("First");
    await page.getByLabel("Pin it in my menu").check();
    await save(page);
    await expect(menu(page).getByRole("link", { name: "First, 1" })).toBeVisible();

    await saveView(page.request, { path: "/users", name: "Second", search: "status=Pending", pinned: "on" });
    await page.goto("/views?shared=no&pinned=yes");
    await expect(menu(page).getByRole("link").first()).toContainText("First");
    await row(page, "First")
      .getByLabel(/^Actions/)
      .click();
    await page.getByRole("button", { name: "Move down in my menu" }).filter({ visible: true }).click();
    await expect(menu(page).getByRole("link").first()).toContainText("Second");

    await row(page, "First")
      .getByLabel(/^Actions/)
      .click();
    await page.getByRole("button", { name: "Delete", exact: true }).filter({ visible: true }).first().click();
    await expect(toast(page)).toContainText("moved to the trash");
    await expect(menu(page).getByRole("link")).toHaveCount(1);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(menu(page).getByRole("link")).toHaveCount(2);
  });
});

/** When the selection of a list is restored and when it is not, and the focus during keyboard navigation. */
import type { Page } from "@playwright/test";
import { addUser } from "../records";
import { demo, expect, fillLogin, hydrated, inOneWindow as test, row, signIn, toast, unique } from "../support";

const ticked = (page: Page) => page.locator("input[name=ids]:checked");
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });

/** Opens a user's page and waits for it. */
async function open(page: Page, name: string) {
  await row(page, name).getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Opens a list of three users and selects the first two. */
async function twoOfThree(page: Page) {
  const word = unique("Kept");
  const [ann, ben, cyd] = ["Ann", "Ben", "Cyd"].map((first) => `${first} ${word}`) as [string, string, string];
  const people = [];
  for (const name of [ann, ben, cyd]) people.push(await addUser(page.request, { name, status: "Pending" }));
  const list = `/users?q=${word}&sort=name`;
  await page.goto(list);
  await hydrated(page);
  for (const name of [ann, ben]) await box(page, name).check();
  return { list, ann, ben, cyd, ids: people.map(({ id }) => id) };
}

async function expectTwo(page: Page, { ann, ben }: { ann: string; ben: string }) {
  await expect(ticked(page)).toHaveCount(2);
  for (const name of [ann, ben]) await expect(box(page, name)).toBeChecked();
}

test.beforeEach(({ page }) => signIn(page));

test("ticked rows stay ticked after Back, a link back and a reload", async ({ page }) => {
  const people = await twoOfThree(page);
  await open(page, people.cyd);
  await page.goBack();
  await expectTwo(page, people);
  await open(page, people.cyd);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Users" }).click();
  await expectTwo(page, people);
  await page.reload();
  await hydrated(page);
  await expectTwo(page, people);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(ticked(page)).toHaveCount(0);
  await page.goBack();
  await expectTwo(page, people);
  await expect(page.getByLabel("Select all 3 on this page")).toHaveAttribute("aria-checked", "mixed");
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await page.reload();
  await hydrated(page);
  await expect(ticked(page)).toHaveCount(0);
});

test("ticked rows stay ticked after logging in again, but not after logging out @exhaustive", async ({ page }) => {
  const people = await twoOfThree(page);
  const logIn = async () => {
    await expect(page).toHaveURL(/\/login/);
    await hydrated(page);
    await fillLogin(page, demo.email, demo.password);
    await expect(page).toHaveURL(people.list);
    await expect(row(page, people.cyd)).toBeVisible();
  };
  await page.context().clearCookies();
  await bar(page).getByRole("button", { name: "Ban" }).click();
  await expect(toast(page)).toContainText("You were signed out");
  await logIn();
  await expectTwo(page, people);
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await logIn();
  await expect(ticked(page)).toHaveCount(0);
});

test("what an act was done with is ticked no more, wherever it is met again @exhaustive", async ({ page }) => {
  const people = await twoOfThree(page);
  await page.goto(`${people.list}&status=Pending`);
  await hydrated(page);
  await page.getByLabel("Select all 3 on this page").click();
  await expect(ticked(page)).toHaveCount(3);
  await bar(page).getByRole("button", { name: "Ban" }).click();
  await expect(toast(page)).toContainText("3 users marked as banned");
  await expect(page.getByText("No user matches")).toBeVisible();
  for (const id of people.ids)
    expect((await page.request.post(`/users/${id}/status`, { form: { status: "Pending" } })).ok()).toBe(true);
  await page.reload();
  await hydrated(page);
  await expect(page.locator("input[name=ids]")).toHaveCount(3);
  await expect(ticked(page)).toHaveCount(0);
  await page.goBack();
  await hydrated(page);
  await expectTwo(page, people);
  await bar(page).getByRole("button", { name: "Ban" }).click();
  await expect(toast(page)).toContainText("2 users marked as banned");
  await open(page, people.cyd);
  await page.goBack();
  await expect(row(page, people.ann)).toContainText("Banned");
  await expect(ticked(page)).toHaveCount(0);
});

test("opening a list by its address or the menu ticks nothing, and removed rows are not ticked @exhaustive", async ({
  page,
}) => {
  const people = await twoOfThree(page);
  await open(page, people.cyd);
  expect((await page.request.delete(`/api/users?id=${people.ids[0]}`)).ok()).toBe(true);
  await page.goBack();
  await expect(box(page, people.ben)).toBeChecked();
  await expect(ticked(page)).toHaveCount(1);
  await expect(bar(page)).toBeVisible();
  await page.goto(people.list);
  await hydrated(page);
  await expect(ticked(page)).toHaveCount(0);
  await page.getByRole("link", { name: "List", exact: true }).first().click();
  await expect(page).toHaveURL("/users");
  await page.locator("input[name=ids]").first().check();
  await page.locator("main tbody a.primary-cell").last().click();
  await expect(page).toHaveURL(/\/users\/\d+$/);
  await page.getByRole("link", { name: "List", exact: true }).first().click();
  await expect(page).toHaveURL("/users");
  await expect(page.locator("input[name=ids]").first()).toBeVisible();
  await expect(ticked(page)).toHaveCount(0);
});

test("Back moves the focus to the row that was opened @exhaustive", async ({ page }) => {
  for (const path of ["/orders", "/users", "/invoices", "/support/tickets"]) {
    await page.goto(path);
    await hydrated(page);
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
    const third = page.locator("main tbody a.primary-cell").nth(2);
    await expect(third).toBeFocused();
    for (const key of path === "/invoices" ? ["Enter", "e"] : ["Enter"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeVisible();
      await page.goBack();
      await expect(third, path).toBeFocused();
    }
    await page.keyboard.press("k");
    await expect(page.locator("main tbody a.primary-cell").nth(1)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Tickets" }).click();
  await expect(page).toHaveURL("/support/tickets");
  await expect(page.getByRole("main")).toBeFocused();
});

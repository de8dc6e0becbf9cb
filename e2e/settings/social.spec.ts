import type { Page } from "@playwright/test";
import { expect, hydrated, newPerson, signIn, inOneWindow as test, toast } from "../support";

const path = "/settings/social-media-links";

test.beforeEach(async ({ page }) => signIn(page, await newPerson("Linus")));

const link = (page: Page, number: number) => page.getByRole("group", { name: `Link ${number}`, exact: true });

async function fill(page: Page, number: number, network: string, address: string) {
  await link(page, number).getByLabel("Network").selectOption(network);
  await link(page, number).getByLabel("Address").fill(address);
}

/** Returns the targets of the profile's links, with their `rel`. */
const shown = (page: Page) =>
  page
    .getByRole("region", { name: "Social media" })
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href, rel }) => `${href} ${rel}`));
const safely = "me noopener noreferrer nofollow";

/**
 * Adds two links, one with a look-alike address at first, reorders them, checks the profile, removes one and undoes
 * that.
 */
async function keepLinks(page: Page, ready: () => Promise<unknown>) {
  await page.goto(path);
  await ready();
  await expect(page.getByText("No links yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add link" }).click();
  await fill(page, 1, "GitHub", "https://github.com.evil.example/linus");
  await page.getByRole("button", { name: "Add link" }).click();
  await fill(page, 2, "Mastodon", "https://mastodon.social/@linus");
  await page.getByRole("button", { name: "Save links" }).click();
  const address = link(page, 1).getByLabel("Address");
  await expect(address).toHaveAccessibleDescription(/^github\.com\.evil\.example is not GitHub/);
  await expect(address).toHaveValue("https://github.com.evil.example/linus");

  await address.fill("github.com/linus");
  await page
    .getByRole("button", { name: /^Move .* down$/ })
    .first()
    .click();
  await expect(link(page, 1).getByLabel("Network")).toHaveValue("mastodon");
  await link(page, 2).getByLabel("Address").press("Enter"); // saves, and presses no other button
  await expect(toast(page)).toContainText("Your links were saved");
  await expect(page).toHaveURL(path);

  await page.goto("/users/profile");
  expect(await shown(page)).toEqual([`https://mastodon.social/@linus ${safely}`, `https://github.com/linus ${safely}`]);
  const person = new URL(
    (await page.locator('main a[href*="person="]').first().getAttribute("href")) ?? "",
    page.url(),
  ).searchParams.get("person");
  await page.goto(`/users/${person}`);
  expect(await shown(page)).toHaveLength(2);
  await expect(page.getByText("GitHub: https://github.com/linus")).toBeVisible();

  await page.goto(path);
  await ready();
  await page.getByRole("button", { name: /^Remove .*mastodon/ }).click();
  await page.getByRole("button", { name: "Save links" }).click();
  await expect(toast(page)).toContainText("Your links were saved");
  await expect(link(page, 2)).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(link(page, 2)).toBeVisible();
}

test("links are added, corrected, moved, removed and shown on the profile", ({ page }) =>
  keepLinks(page, () => hydrated(page)));

test("links that were saved in another tab meanwhile are to be chosen from @exhaustive", async ({ page, context }) => {
  await page.goto(path);
  await page.getByRole("button", { name: "Add link" }).click();
  await fill(page, 1, "X", "https://x.com/linus");
  const other = await context.newPage();
  await other.goto(path);
  await other.getByRole("button", { name: "Add link" }).click();
  await fill(other, 1, "GitHub", "https://github.com/linus");
  await other.getByRole("button", { name: "Save links" }).click();
  await expect(toast(other)).toContainText("Your links were saved");

  await page.getByRole("button", { name: "Save links" }).click();
  await expect(page.getByText("was changed while you were editing")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Theirs/ })).toBeVisible();
  await page.getByRole("radio", { name: /^Yours/ }).check();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await expect(toast(page)).toContainText("Your links were saved");
  await expect(link(page, 1).getByLabel("Address")).toHaveValue("https://x.com/linus");
  await expect(link(page, 2)).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("links are added, corrected, moved, removed and shown on the profile @exhaustive", ({ page }) =>
    keepLinks(page, () => Promise.resolve()));
});

test("the button that saves is at the bottom of the window, in a bar across the page @exhaustive", async ({ page }) => {
  await page.goto(path);
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const bar = (await page.locator(".savebar").boundingBox())!;
    expect(bar.y + bar.height, `at ${width} pixels`).toBe(900);
  }
});

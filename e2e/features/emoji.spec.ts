import type { Page } from "@playwright/test";
import { expect, hydrated, signIn, test as inOwnWindow, inOneWindow as test } from "../support";

const box = (page: Page) => page.getByRole("searchbox", { name: "Search emoji" });
const one = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const picture = (page: Page, name: string) => one(page, name).getByRole("presentation");

test.describe("emoji", () => {
  test.beforeEach(({ page }) => signIn(page));

  test("are found as one types, chosen by arrow keys, and copied by Enter", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/emoji");
    await hydrated(page);
    await box(page).pressSequentially("thumbs");
    await expect(page).toHaveURL("/emoji?q=thumbs");
    await expect(one(page, "grinning face")).toBeHidden();
    await one(page, "thumbs down").focus();
    await page.keyboard.press("ArrowRight");
    await expect(one(page, "thumbs up")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Copied 👍 thumbs up" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("👍");
  });

  inOwnWindow("say when the browser does not let one be copied @exhaustive", async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } }),
    );
    await page.goto("/emoji?q=rocket");
    await hydrated(page);
    await one(page, "rocket").click();
    await expect(
      page.getByRole("status").filter({ hasText: "The browser did not let 🚀 rocket be copied." }),
    ).toBeVisible();
  });

  test("have pictures of our own, which the browser keeps @exhaustive", async ({ page }) => {
    const asked: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().includes("/icons/fluent-emoji-flat.json") && asked.push(request.url())),
    );
    await page.goto("/emoji?q=rocket");
    await expect(picture(page, "rocket")).toBeVisible();
    expect(asked).toHaveLength(1);
    await page.reload();
    await expect(picture(page, "rocket")).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test("ask for the pictures that are in sight, and for more as one scrolls, in addresses that our own server takes @exhaustive", async ({
    page,
  }) => {
    const statuses: number[] = [];
    page.on(
      "response",
      (answer) => void (answer.url().includes("/icons/fluent-emoji-flat.json") && statuses.push(answer.status())),
    );
    await page.goto("/emoji?group=People+%26+Body");
    await expect(page.getByRole("gridcell").first().getByRole("presentation")).toBeVisible();
    const before = statuses.length;
    const last = page.getByRole("gridcell").last();
    expect(await last.getByRole("presentation").count()).toBe(0);
    await last.scrollIntoViewIfNeeded();
    await expect(last.getByRole("presentation")).toBeVisible();
    expect(statuses.length).toBeGreaterThan(before);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("stay characters where there are no pictures @exhaustive", async ({ page }) => {
    await page.route("**/icons/*.json*", (route) =>
      route.fulfill({ status: 404, json: { message: "There is no such icon set" } }),
    );
    const refused = page.waitForResponse("**/icons/*.json*");
    await page.goto("/emoji?q=rocket");
    await refused;
    await expect(one(page, "rocket")).toContainText("🚀");
    await expect(picture(page, "rocket")).toBeHidden();
  });
});

test.describe("emoji without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("are searched by a form and are characters to select @exhaustive", async ({ page }) => {
    await signIn(page);
    await page.goto("/emoji");
    await page.getByRole("link", { name: "Food & Drink" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "🍪" })).toContainText("cookie");
    await box(page).fill("rocket");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL("/emoji?q=rocket");
    await expect(page.getByRole("list", { name: "Emoji" }).getByRole("listitem")).toHaveText(["🚀rocket"]);
    await box(page).fill("nobody calls one this");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No emoji is called that.")).toBeVisible();
  });
});

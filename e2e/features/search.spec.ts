import { exhaustiveIf } from "../exhaustive";
import { expect, signIn, inOneWindow as test } from "../support";

test.beforeEach(({ page }) => signIn(page));

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test(`everything that has a word is found by its kind, marked, and leads on${exhaustiveIf(!scripts)}`, async ({
      page,
    }) => {
      await page.goto("/search");
      await expect(page.getByRole("heading", { name: "What you can ask for" })).toBeVisible();
      await page.getByRole("searchbox", { name: "Search everything" }).fill("Amara OKAFOR");
      await page.getByRole("main").getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL("/search?q=Amara+OKAFOR");
      const people = page.getByRole("region", { name: /^Users/ });
      await expect(people.locator("mark")).toHaveText(["Amara", "Okafor", "amara", "okafor"]);
      await people.getByRole("link", { name: /Amara Okafor/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Amara Okafor");
    });

    test("a list says what of a search makes no sense, and puts a wrong letter right @exhaustive", async ({ page }) => {
      await page.goto("/invoices?q=due%3Csomeday");
      await expect(page.getByText("“due<someday” is no day")).toBeVisible();
      await page.goto("/users?q=lindqvits");
      await expect(page.getByText("Nothing has “lindqvits”, so this shows what has “lindqvist”.")).toBeVisible();
      await expect(page.getByRole("row", { name: /Jonas Lindqvist/ })).toBeVisible();
    });

    test("terms narrow a list @exhaustive", async ({ page }) => {
      await page.goto("/orders");
      await page.getByRole("main").getByRole("searchbox").fill("total>100 status:cancelled");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("row")).toHaveCount(2);
      await expect(page.getByRole("row").last()).toContainText("Cancelled");
    });
  });
}

test("pages are found by their names @exhaustive", async ({ page }) => {
  await page.goto("/search?q=import+orders");
  await page
    .getByRole("region", { name: /^Pages/ })
    .getByRole("link", { name: "Import orders" })
    .click();
  await expect(page).toHaveURL("/orders/import");
});

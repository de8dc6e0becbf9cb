import { readFileSync } from "node:fs";
import { exhaustiveIf } from "../exhaustive";
import { expect, newPerson, otherBrowser, signIn, site, inOneWindow as test, toast } from "../support";
import { enterPassword } from "../second-factor";

const settings = "/settings/account-deactivation";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "deactivating an account" : "deactivating an account without scripts", () => {
    test.use({ javaScriptEnabled });

    test(`asks for a word, ends every session, and is taken back by logging in${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
      browser,
    }) => {
      const person = await newPerson("Lena");
      await signIn(page, person);
      const other = await otherBrowser(browser, person, { baseURL: site(), javaScriptEnabled });
      await page.goto(settings);
      await page.getByLabel(/^Type “deactivate”/).fill("yes");
      await page.getByRole("button", { name: "Deactivate my account" }).click();
      await expect(page.getByRole("alert")).toContainText("Your account was not deactivated.");
      await expect(page.getByLabel(/^Type “deactivate”/)).toHaveValue("yes");
      await page.getByLabel(/^Type “deactivate”/).fill("Deactivate");
      await page.getByRole("button", { name: "Deactivate my account" }).click();
      await expect(page).toHaveURL("/login");
      await expect(toast(page)).toContainText("Log in within 30 days to come back.");
      await other.goto("/users");
      await expect(other).toHaveURL(/\/login\?from/);
      await other.context().close();

      await enterPassword(page, person, "/orders");
      await expect(page.getByRole("heading", { name: `Welcome back, ${person.name}` })).toBeVisible();
      await page.goto("/orders");
      await expect(page).toHaveURL(/\/login/); // asked, and not in
      await enterPassword(page, person, "/orders");
      await page.getByRole("button", { name: "Leave it deactivated" }).click();
      await expect(toast(page)).toContainText("Your account stays deactivated.");
      await enterPassword(page, person, "/orders");
      await page.getByRole("button", { name: "Come back" }).click();
      await expect(page).toHaveURL("/orders");
    });

    test("offers one's data as a ZIP @exhaustive", async ({ page }) => {
      await signIn(page, await newPerson("Zita"));
      await page.goto(settings);
      const coming = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download my data" }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe("portico-my-data.zip");
      const bytes = readFileSync(await download.path());
      expect(bytes.toString("latin1")).toMatch(/^PK\x03\x04[^]*profile\.json[^]*PK\x05\x06/);
    });
  });
}

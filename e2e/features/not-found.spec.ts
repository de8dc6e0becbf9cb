/** The link that leads back from a missing page. */
import { exhaustiveIf } from "../exhaustive";
import { expect, hydrated, signIn, site, inOneWindow as test } from "../support";

const list = "/orders?status=New";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test(`a missing page links back to the page before it${exhaustiveIf(!javaScriptEnabled)}`, async ({ page }) => {
      await signIn(page);
      for (const path of ["/users/999999", "/no-such-page"]) {
        await page.goto(path, { referer: site() + list });
        if (javaScriptEnabled) await hydrated(page);
        await page.getByRole("link", { name: "Go back" }).click();
        await expect(page).toHaveURL(list);
      }
    });

    test("a missing page never links back to another site, itself or the login @exhaustive", async ({ page }) => {
      await signIn(page);
      const own = site();
      for (const referer of ["https://elsewhere.example/orders", `${own}/users/999999`, `${own}/login?from=/users`]) {
        await page.goto("/users/999999", { referer });
        await expect(page.getByRole("link", { name: "Back to home" })).toBeVisible();
        await expect(page.getByRole("link", { name: "Go back" })).toHaveCount(0);
      }
    });
  });

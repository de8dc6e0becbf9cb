/** The save button of a settings page stays visible, however long the form is. */
import { exhaustiveIf } from "../exhaustive";
import { expect, signIn, inOneWindow as test } from "../support";

const pages = {
  "/settings": "Save profile",
  "/settings/notification": "Save settings",
  "/settings/social-media-links": "Save links",
  "/settings/plan-billing/address": "Save address",
  "/settings/plan-billing/cards/create": "Add card",
  "/settings/security/tokens/create": "Create token",
};

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    for (const [width, height] of [
      [1280, 600],
      [390, 664],
    ] as const)
      test(`every settings page shows the button that saves at ${width} × ${height}${exhaustiveIf(!javaScriptEnabled || width !== 390)}`, async ({
        page,
      }) => {
        await signIn(page);
        await page.setViewportSize({ width, height });
        for (const [path, button] of Object.entries(pages)) {
          await page.goto(path);
          const save = page.getByRole("button", { name: button, exact: true });
          await expect(save, path).toBeInViewport({ ratio: 1 });
          // The last field is not beneath the bar once it has the focus.
          const last = page.locator(".settings").locator("input:visible, select:visible, textarea:visible").last();
          if ((await last.count()) === 0) continue;
          await last.focus();
          const [field, bar] = [await last.boundingBox(), await page.locator(".savebar").boundingBox()];
          expect((field?.y ?? 0) + (field?.height ?? 0), `${path}: the end of the last field`).toBeLessThanOrEqual(
            (bar?.y ?? 0) + 1,
          );
        }
      });
  });

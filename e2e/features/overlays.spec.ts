/** Overlays stay within the window, however small it is. */
import type { Browser, Locator, Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { demo, expect, hydrated, otherBrowser, inOneWindow as test } from "../support";

const phones = [
  { width: 390, height: 844 },
  { width: 375, height: 667 },
];

const edges = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { above: top, below: innerHeight - bottom, before: left, after: innerWidth - right };
  });

async function isWithin(page: Page, what: Locator) {
  for (const [side, room] of Object.entries(await edges(what)))
    expect(room, `${side} it at ${page.viewportSize()?.height}`).toBeGreaterThanOrEqual(0);
}

for (const viewport of phones) {
  test.describe(`at ${viewport.width} × ${viewport.height}, under a finger${exhaustiveIf(viewport.width !== 375)}`, () => {
    async function orders(browser: Browser) {
      const page = await otherBrowser(browser, demo, { viewport, hasTouch: true, isMobile: true });
      await page.goto("/orders");
      await hydrated(page);
      return page;
    }

    test("a menu that is higher than the room beside its button scrolls, and the button stays in sight", async ({
      browser,
    }) => {
      const page = await orders(browser);
      const button = page.getByRole("button", { name: "Display" });
      await button.click();
      const menu = page.locator(".pop:popover-open");
      await isWithin(page, menu);
      const [of, at] = await Promise.all([edges(menu), edges(button)]);
      const apart = of.above + of.below + at.above + at.below - viewport.height;
      expect(apart, "none of the button is beneath its menu").toBeGreaterThan(0);
      await menu.getByText("Total", { exact: true }).scrollIntoViewIfNeeded();
      await isWithin(page, menu.getByText("Total", { exact: true }));
      await page.context().close();
    });

    test("the sheet of shortcuts keeps its way out in sight", async ({ browser }) => {
      const page = await orders(browser);
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      const close = sheet.getByRole("button", { name: "Close" });
      await expect(close).toBeFocused();
      expect((await edges(close)).below).toBeGreaterThanOrEqual((await edges(sheet)).below);
      await page.context().close();
    });
  });
}

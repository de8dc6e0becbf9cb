/**
 * Checks with names of 120 characters, with and without spaces, that nothing overflows its card or page and no amount
 * is broken or cut off, at any width and with double text size.
 */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { exhaustiveIf } from "../exhaustive";
import { nameAll } from "../hostile";
import { overflows } from "../layout";
import { representativePages } from "../screens";
import { demo, expect, hydrated, inOneWindow as test, logIn } from "../support";

const widths = [320, 390, 480, 640, 700, 800, 900, 1024, 1100, 1280, 1440, 1920, 2560];
/** Width of A4 paper between margins of 16 millimeters, in pixels. */
const paper = 672;

/** Lists what overflows at each of the given widths. */
async function wrongAt(page: Page, at: number[], where: string) {
  const wrong: string[] = [];
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    wrong.push(...(await page.evaluate(overflows)).map((line) => `${where}, ${width} px: ${line}`));
  }
  return wrong;
}

/**
 * Returns the page's scroll width in a window of the given width: text may be truncated, but nothing may need
 * horizontal scrolling.
 */
async function widthAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Runs `look` with the browser's default font size set to `standard` pixels instead of 16. */
async function withTextOf<Result>(page: Page, standard: number, look: () => Promise<Result>) {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Page.setFontSizes", { fontSizes: { standard } });
  try {
    return await look();
  } finally {
    await chromium.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
    await chromium.detach();
  }
}

test.describe("with names that are hard to fit", () => {
  let app: RunningApp;
  test.beforeAll(async () => {
    app = await startApp();
    nameAll(join(app.dataDir, "portico.db"));
  });
  test.afterAll(() => app.remove());

  for (const path of pagesInside) {
    test(`${path} keeps all in its place on every screen and on paper${exhaustiveIf(!representativePages.has(path))}`, async ({
      page,
    }) => {
      await logIn(page.context().request, demo, app.url);
      await page.goto(app.url + path);
      await hydrated(page);
      const wrong = await wrongAt(page, widths, "screen");
      wrong.push(...(await withTextOf(page, 32, () => wrongAt(page, [640, 1280], "large text"))));
      expect(await withTextOf(page, 32, () => widthAt(page, 360))).toBe(360);
      await page.evaluate(() => (document.documentElement.dir = document.body.dir = "rtl"));
      wrong.push(...(await wrongAt(page, [390, 768], "from right to left")));
      await page.evaluate(() => (document.documentElement.dir = document.body.dir = "ltr"));
      await page.emulateMedia({ media: "print" });
      wrong.push(...(await wrongAt(page, [paper], "print")));
      await page.emulateMedia({ media: "screen" });
      expect(wrong).toEqual([]);
    });
  }
});

/**
 * Names of 120 characters everywhere, with and without spaces: nothing leaves its card or its page for them, no amount
 * is broken or out of sight.
 */
import { join } from "node:path";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { nameAll } from "../hostile";
import { overflows } from "../layout";
import { demo, expect, hydrated, inOneWindow as test, logIn } from "../support";

const dashboards = ["/sales", "/finance", "/analytics", "/career", "/course"];
const lists = [
  ...["/users", "/products", "/orders", "/orders/items", "/invoices", "/support/tickets", "/views", "/activity"],
  ...["/analytics/visits", "/career/jobs", "/career/applications", "/career/candidates", "/career/interviews"],
  ...["/course/courses", "/course/enrolments", "/course/study", "/course/results", "/course/tasks"],
];
const records = [
  "/users/3",
  "/users/profile",
  "/orders/12",
  "/orders/12/packing-slip",
  "/invoices/INV-0001/details",
  "/products/2/overview",
  "/support/tickets/9",
  "/career/applications/19",
  "/course/courses/1",
  "/course/enrolments/5",
];

const widths = [390, 640, 700, 800, 900, 1000, 1100, 1280];
/** What A4 leaves between margins of 16 millimetres. */
const paper = 672;

test.describe("with names that are hard to fit", () => {
  let app: RunningApp;
  test.beforeAll(async () => {
    app = await startApp();
    nameAll(join(app.dataDir, "portico.db"));
  });
  test.afterAll(() => app.remove());

  for (const path of [...dashboards, ...lists, ...records]) {
    test(`${path} keeps all in its place on every screen and on paper`, async ({ page }) => {
      await logIn(page.context().request, demo, app.url);
      await page.goto(app.url + path);
      await hydrated(page);
      const wrong: string[] = [];
      for (const [media, width] of [...widths.map((width) => ["screen", width] as const), ["print", paper] as const]) {
        await page.emulateMedia({ media });
        await page.setViewportSize({ width, height: 900 });
        wrong.push(...(await page.evaluate(overflows)).map((line) => `${media}, ${width} px: ${line}`));
      }
      await page.evaluate(() => (document.documentElement.dir = document.body.dir = "rtl"));
      await page.emulateMedia({ media: "screen" });
      for (const width of [390, 800]) {
        await page.setViewportSize({ width, height: 900 });
        wrong.push(...(await page.evaluate(overflows)).map((line) => `from right to left, ${width} px: ${line}`));
      }
      expect(wrong).toEqual([]);
    });
  }
});

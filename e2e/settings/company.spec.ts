/** The company's settings, and the invoice that shows them. */
import sharp from "sharp";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { exhaustiveIf } from "../exhaustive";
import { demo, expect, inOneWindow as test, logIn, otherBrowser } from "../support";

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.remove());

const logo = async () => ({
  name: "logo.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 900, height: 300, channels: 3, background: "red" } })
    .png()
    .toBuffer(),
});

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "with" : "without";
  test(`a logo and a tax number that an owner saves ${scripts} scripts stand on the next invoice, and not on earlier ones${exhaustiveIf(!javaScriptEnabled)}`, async ({
    browser,
  }) => {
    const page = await otherBrowser(browser, undefined, { javaScriptEnabled });
    await logIn(page.context().request, demo, app.url);
    await page.goto(`${app.url}/settings/company`);
    await page.getByLabel("Tax number").fill(`GB ${scripts}`);
    await page.getByLabel("Upload a logo").setInputFiles(await logo());
    await page.getByRole("button", { name: "Save company" }).click();
    await expect(page.getByRole("img", { name: "Logo of Portico" })).toBeVisible();

    await page.goto(`${app.url}/invoices/INV-0001/details`);
    await expect(page.getByRole("article", { name: "Invoice INV-0001" })).not.toContainText("Tax number");

    const made = await page.context().request.post(`${app.url}/api/invoices`, {
      data: { customer: { id: 3 }, products: [{ id: 1, quantity: 2 }] },
    });
    const { invoice } = (await made.json()) as { invoice: { id: string } };
    await page.goto(`${app.url}/invoices/${invoice.id}/details`);
    const sheet = page.getByRole("article", { name: /^Invoice INV-/ });
    await expect(sheet).toContainText(`Tax number GB ${scripts}`);
    const picture = sheet.locator("header img");
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
    await page.context().close();
  });
}

test("the history fits a phone even if a value has no spaces", async ({ browser }) => {
  const page = await otherBrowser(browser, undefined, { viewport: { width: 390, height: 844 } });
  await logIn(page.context().request, demo, app.url);
  await page.goto(`${app.url}/settings/company`);
  await page.getByLabel("Website").fill("x".repeat(150));
  await page.getByRole("button", { name: "Save company" }).click();
  await expect(page.getByText("Website: added")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.context().close();
});

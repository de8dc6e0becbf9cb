// `npm run pictures`: retakes the README's screenshots of the demo company in the built app, each in the
// light and the dark theme.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { appEnvironment, startApp } from "./app.mjs";
import { ensureBrowser } from "./browser.mjs";
import { fillDemo } from "./demo.mjs";
import { fail, paths, printLine } from "./messages.mjs";
import { prepare } from "./serve.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Browser} Browser */

const folder = join(paths.root, "docs/pictures");
const password = "portico-demo";
const owner = "demo@portico.example";
const seller = "amara.okafor@example.com";
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * How to bring each page into the state of its screenshot.
 * @type {Record<string, { show: (page: Page, url: string, browser: Browser) => Promise<void>, size?: typeof phone }>}
 */
const pictures = {
  dashboard: { show: (page) => open(page, "/sales?period=12m") },
  phone: { show: (page) => open(page, "/"), size: phone },
  selection: {
    show: async (page) => {
      await open(page, "/products");
      for (const row of [0, 1, 3, 4]) await page.locator("tbody input[type=checkbox]").nth(row).check();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  palette: {
    show: async (page) => {
      await open(page, "/invoices");
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("dialog").getByRole("combobox").fill("linen");
      await page.getByRole("dialog").getByRole("option").nth(3).waitFor();
    },
  },
  conflict: {
    show: async (page, url, browser) => {
      const change = (/** @type {object} */ values) => changeAsAnother(browser, url, { id: 1, ...values });
      await change({ price: 189, stock: 42 });
      await open(page, "/products/1");
      await change({ price: 179, stock: 54 });
      await page.locator("[name=price]").fill("199.00");
      await page.locator("[name=stock]").fill("40");
      await page.getByRole("button", { name: "Save product" }).click();
      await page.getByText("was changed while you were editing").waitFor();
    },
  },
  ticket: {
    show: async (page) => {
      await open(page, "/support/tickets?q=VAT+number");
      const links = await page.locator("tbody a.primary-cell").all();
      const tickets = await Promise.all(links.map((link) => link.getAttribute("href")));
      for (const ticket of tickets) {
        await open(page, ticket ?? "");
        if (await page.getByRole("article").getByText("Internal note").count()) return;
      }
      throw new Error("No ticket about a VAT number has an internal note.");
    },
  },
  rtl: {
    show: async (page) => {
      await page.request.post("/preferences", { form: { direction: "rtl", back: "/" } });
      await open(page, "/orders");
    },
  },
};

await prepare();
const executablePath = ensureBrowser();
if (!executablePath) fail("There is no Chromium to take pictures with. Install one, or set CHROME_PATH.");
const dataDir = mkdtempSync(join(tmpdir(), "portico-pictures-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true })); // also if something fails
fillDemo(appEnvironment({ port: 3000, dataDir }));
const app = await startApp({ dataDir });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, { show, size = desktop }] of Object.entries(pictures)) {
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
      const page = await signedIn(browser, app.url, owner, { viewport: size, colorScheme: scheme });
      await show(page, app.url, browser);
      await settled(page);
      await savePicture(await page.screenshot(), `${name}-${scheme}`);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await app.remove();
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {string} email
 * @param {import("@playwright/test").BrowserContextOptions} [options]
 */
async function signedIn(browser, url, email, options = {}) {
  const context = await browser.newContext({
    baseURL: url,
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    locale: "en-GB",
    ...options,
  });
  const response = await context.request.post("/login", { form: { email, password }, maxRedirects: 0 });
  if (response.status() >= 400) throw new Error(`Signing in as ${email} was answered with ${response.status()}.`);
  return context.newPage();
}

/** @param {Page} page @param {string} path */
async function open(page, path) {
  await page.goto(path, { waitUntil: "networkidle" });
}

/**
 * Changes a product as another user.
 * @param {Browser} browser
 * @param {string} url
 * @param {{ id: number }} values
 */
async function changeAsAnother(browser, url, values) {
  const page = await signedIn(browser, url, seller);
  const { request } = page;
  const product = await (await request.get(`/api/products?id=${values.id}`)).json();
  const answer = await request.put("/api/products", { data: { ...product, ...values } });
  if (!answer.ok()) throw new Error(`Changing product ${values.id} was answered with ${answer.status()}.`);
  await page.context().close();
}

/** Waits until fonts are loaded and animations are over. @param {Page} page */
async function settled(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

/** @param {Buffer} png @param {string} name */
async function savePicture(png, name) {
  const file = join(folder, `${name}.webp`);
  await sharp(png).webp({ quality: 76, effort: 6, smartSubsample: true }).toFile(file);
  printLine(`${name}.webp: ${Math.round(statSync(file).size / 1000)} KB`);
}

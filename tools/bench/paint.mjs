// Measures first paint on a slow phone: a quarter of the processor speed, 1.6 Mbit/s, 150 ms latency.
import { createServer } from "node:http";
import { measureInBrowser } from "./in-browser.mjs";

const runs = 5;
const telephone = { width: 390, height: 844 };
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** The measured pages, with the maximum time to the first paint, in milliseconds. */
const pages = [
  { path: "/login", visitor: true, expected: 700 },
  { path: "/users", visitor: false, expected: 800 },
  { path: "/sales", visitor: false, expected: 850 },
  { path: "/", visitor: false, expected: 850 },
];

/**
 * Returns rows of page, first paint, largest paint (both in milliseconds, the median of some runs), layout shift, and
 * the limit for the first paint. The first row is a page of plain text, the fastest possible on this machine.
 * @param {{ url: string }} app
 * @param {string} cookie
 */
export async function measurePaint(app, cookie) {
  const plain = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<h1>Hello</h1>"));
  await new Promise((resolve) => plain.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (plain.address());
  const measured = [
    { path: "a plain page", url: `http://127.0.0.1:${port}`, as: "", expected: "" },
    ...pages.map(({ path, visitor, expected }) => ({
      path,
      url: app.url + path,
      as: visitor ? "" : cookie,
      expected: `≤ ${expected}`,
    })),
  ];
  try {
    return await measureInBrowser(
      measured,
      async (browser, { path, url, as, expected }) => [path, ...(await painted(browser, url, as)), expected],
      ({ path, expected }) => [path, "browser closed", "", "", expected],
    );
  } finally {
    plain.close();
  }
}

/** @param {import("@playwright/test").Browser} browser @param {string} url @param {string} [cookie] */
async function painted(browser, url, cookie = "") {
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await paintedOnce(browser, url, cookie));
  const median = (/** @type {number[]} */ values) => values.sort((one, other) => one - other)[runs >> 1] ?? 0;
  const [first, largest, moved] = [0, 1, 2].map((place) => median(results.map((result) => result[place] ?? 0)));
  return [Math.round(first ?? 0), Math.round(largest ?? 0), (moved ?? 0).toFixed(3)];
}

/**
 * Measures in a new window with an empty cache.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {string} cookie
 */
async function paintedOnce(browser, url, cookie) {
  const context = await browser.newContext({ viewport: telephone, extraHTTPHeaders: cookie ? { cookie } : {} });
  const page = await context.newPage();
  const chromium = await context.newCDPSession(page);
  await chromium.send("Network.emulateNetworkConditions", line);
  await chromium.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const seen = Object.assign(window, { seen: { largest: 0, moved: 0 } }).seen;
    const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ act) =>
      new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => (seen.largest = startTime));
    watch("layout-shift", ({ value }) => (seen.moved += value));
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(2_000); // until typeface and scripts are there
  const result = await page.evaluate(() => {
    const { largest, moved } = /** @type {any} */ (window).seen;
    return [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, largest, moved];
  });
  await context.close();
  return result;
}

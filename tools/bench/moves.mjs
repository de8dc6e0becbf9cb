// `npm run bench -- --moves`: moves from /users to other lists in a slow browser, a quarter of the processor speed with
// 1.6 Mbit/s and 150 ms latency.
import { measureInBrowser } from "./in-browser.mjs";

const runs = 3;
const viewport = { width: 1280, height: 800 };
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const lists = ["/products", "/orders", "/invoices"];

/**
 * Returns rows of list, time from the click until its rows are in the document and until they are painted, and of a
 * fresh load until they are painted, all in milliseconds, the median of some runs.
 * @param {{ url: string }} app
 * @param {string} cookie
 */
export function measureMoves(app, cookie) {
  return measureInBrowser(
    lists,
    async (browser, path) => {
      const moves = [];
      const loads = [];
      for (let run = 0; run < runs; run++) {
        moves.push(await move(browser, app.url, path, cookie));
        loads.push(await load(browser, app.url, path, cookie));
      }
      return [path, median(moves.map(({ rows }) => rows)), median(moves.map(({ painted }) => painted)), median(loads)];
    },
    (path) => [path, "browser closed", "", ""],
  );
}

/** @param {number[]} times */
const median = (times) => Math.round(times.sort((one, other) => one - other)[runs >> 1] ?? 0);

/**
 * Opens /users in a slow window, with the scripts in its cache.
 * @param {import("@playwright/test").Browser} browser @param {string} url @param {string} path @param {string} cookie
 */
async function openUsers(browser, url, path, cookie) {
  const context = await browser.newContext({ viewport, extraHTTPHeaders: { cookie } });
  const page = await context.newPage();
  const chromium = await context.newCDPSession(page);
  await chromium.send("Network.emulateNetworkConditions", line);
  await chromium.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(watchRows, path);
  await page.goto(`${url}/users`, { waitUntil: "load" });
  await page.waitForTimeout(2_500); // until its scripts have run
  return { context, page };
}

/**
 * Notes when rows that lead to records of this list are in the document and when they are painted. Runs in the page.
 * @param {string} path
 */
function watchRows(path) {
  const seen = Object.assign(window, { seen: { start: 0, rows: 0, painted: 0 } }).seen;
  addEventListener("click", ({ timeStamp }) => (seen.start = timeStamp), { capture: true, once: true });
  new MutationObserver(() => {
    const link = seen.rows ? null : document.querySelector(`main tbody a.primary-cell[href^="${path}/"]`);
    if (!link) return;
    seen.rows = performance.now();
    for (const part of [link, link.closest("td")]) part?.setAttribute("elementtiming", "row"); // text counts for its block
  }).observe(document, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.painted ||= startTime;
  }).observe({ type: "element", buffered: true });
}

/** @param {import("@playwright/test").Page} page @returns {Promise<{ rows: number, painted: number }>} */
async function readTimes(page) {
  await page.waitForTimeout(3_000); // anything asked of the page would delay what is measured
  return page.evaluate(() => {
    const { start, rows, painted } = /** @type {any} */ (window).seen;
    return { rows: rows - start, painted: painted - start };
  });
}

/** @param {import("@playwright/test").Browser} browser @param {string} url @param {string} path @param {string} cookie */
async function move(browser, url, path, cookie) {
  const { context, page } = await openUsers(browser, url, path, cookie);
  await page.locator(`.nav-item[href="${path}"]`).click({ noWaitAfter: true });
  const times = await readTimes(page);
  await context.close();
  return times;
}

/** @param {import("@playwright/test").Browser} browser @param {string} url @param {string} path @param {string} cookie */
async function load(browser, url, path, cookie) {
  const { context, page } = await openUsers(browser, url, path, cookie);
  await page.goto(url + path, { waitUntil: "commit" });
  const { painted } = await readTimes(page);
  await context.close();
  return painted;
}

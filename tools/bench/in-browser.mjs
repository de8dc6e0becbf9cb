// Measures pages in a browser, and recovers if it crashes.
import { chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";

/** Maximum attempts per page. */
const maxTries = 3;

/** @returns {Promise<import("@playwright/test").Browser>} */
export const launchBrowser = () =>
  chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });

/**
 * Measures each item and returns the results. If the browser crashes, the item is measured again in a new one; after
 * `maxTries` attempts the result is that of `otherwise`. Throws other errors.
 * @template Item, Result
 * @param {Item[]} items
 * @param {(browser: import("@playwright/test").Browser, item: Item) => Promise<Result>} measure
 * @param {(item: Item) => Result} otherwise
 * @param {() => Promise<import("@playwright/test").Browser>} launch
 * @returns {Promise<Result[]>}
 */
export async function measureInBrowser(items, measure, otherwise, launch = launchBrowser) {
  const results = [];
  let browser = await launch();
  try {
    for (const item of items) {
      /** @type {Result | undefined} */
      let result;
      for (let tries = 0; result === undefined && tries < maxTries; tries++) {
        if (!browser.isConnected()) browser = await launch();
        try {
          result = await measure(browser, item);
        } catch (error) {
          if (browser.isConnected()) throw error;
        }
      }
      results.push(result ?? otherwise(item));
    }
  } finally {
    await browser.close().catch(() => undefined);
  }
  return results;
}

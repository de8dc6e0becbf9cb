// `npm run bench`: measures the built app in under five minutes: processor time and SQL statements per response beside a
// fixed piece of work, requests per second, live streams, and the script size and first paint of some pages. An option
// runs another benchmark instead: `-- --pages` the script size of all pages, `-- --orders 1000000` lists
// (`bench-lists.mjs`), `-- --import 100000` a large import (`bench-import.mjs`), `-- --bulk 50000` a bulk change
// (`bench-bulk.mjs`), the last two also with `--workers 4`, `-- --moves` moves between lists (`moves.mjs`), and
// `-- --crowd` waiting during expensive requests (`bench-crowd.mjs`). Client and server share the machine's cores, so a
// rate is only meaningful compared with an earlier one.
import { startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { fail, printLine } from "../../scripts/messages.mjs";
import { benchBulk } from "./bench-bulk.mjs";
import { benchCrowd } from "./bench-crowd.mjs";
import { benchImport } from "./bench-import.mjs";
import { benchLists } from "./bench-lists.mjs";
import { measureInBrowser } from "./in-browser.mjs";
import { measureMoves } from "./moves.mjs";
import { measurePaint } from "./paint.mjs";
import { measureProcessor, orders } from "./processor.mjs";
import { measureRates, seconds } from "./rates.mjs";
import { openStreams } from "./streams.mjs";

const account = { email: "demo@portico.example", password: "portico-demo" };

/** The pages whose script size is measured, including scripts loaded when idle; with `--pages` all. */
const allPages = process.argv.includes("--pages");
const pages = [
  { path: "/login", visitor: true },
  ...(allPages ? pagesInside : ["/", "/users", "/users/3", "/sales"]).map((path) => ({ path, visitor: false })),
];
const mostScript = 110;

const lists = process.argv.indexOf("--orders");
if (lists > 0) process.exit(benchLists(process.argv[lists + 1] ?? "") ? 0 : 1);
const workers = process.argv.indexOf("--workers");
const env = workers > 0 ? { WORKERS: process.argv[workers + 1] ?? "" } : {};
const imported = process.argv.indexOf("--import");
if (imported > 0) process.exit((await benchImport(process.argv[imported + 1] ?? "", signIn, env)) ? 0 : 1);

if (process.argv.includes("--crowd")) process.exit((await benchCrowd()) ? 0 : 1);
const bulk = process.argv.indexOf("--bulk");
if (bulk > 0) process.exit((await benchBulk(process.argv[bulk + 1] ?? "", signIn, env)) ? 0 : 1);

if (process.argv.includes("--moves")) {
  const slow = await startApp();
  try {
    table(["from /users to", "rows, ms", "painted", "fresh load"], await measureMoves(slow, await signIn(slow)));
  } finally {
    await slow.remove();
  }
  process.exit();
}

if (!allPages) {
  printLine(`Node ${process.versions.node}, one process, ${orders.toLocaleString("en-US")} orders`);
  table(["processor time", "ms", "fixed work = 1", "SQL statements"], await measureProcessor(signIn));
  printLine(`\n${seconds} s each, 20 connections`);
  table(["address", "req/s", "p99 ms", "all cores", "p99 ms", "expected"], await measureRates(signIn));
  printLine("");
}

const app = await startApp();
try {
  const cookie = await signIn(app);
  if (!allPages) table(["500 live streams", "", "expected"], await openStreams(app, cookie));
  printLine("");
  table(["page", "KB of script", "files", "expected"], await weigh(cookie));
  printLine("");
  if (!allPages)
    table(["on a slow telephone", "first paint", "largest", "moved", "expected"], await measurePaint(app, cookie));
} finally {
  await app.remove();
}

/** @param {{ url: string }} app @returns {Promise<string>} */
async function signIn(app) {
  const response = await fetch(`${app.url}/login`, {
    method: "POST",
    body: new URLSearchParams(account),
    redirect: "manual",
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (response.status >= 400 || !cookie) fail(`Signing in as ${account.email} was answered with ${response.status}.`);
  return cookie;
}

/** @param {string} cookie */
function weigh(cookie) {
  /** @param {import("@playwright/test").Browser} browser @param {(typeof pages)[number]} page */
  const measure = async (browser, { path, visitor }) => {
    const context = await browser.newContext();
    if (!visitor) {
      const pairs = cookie.split("; ").map((pair) => /^([^=]+)=(.*)$/.exec(pair));
      await context.addCookies(pairs.map((pair) => ({ name: pair?.[1] ?? "", value: pair?.[2] ?? "", url: app.url })));
    }
    const { bytes, files } = await scriptOf(await context.newPage(), app.url + path);
    await context.close();
    return [path, (bytes / 1024).toFixed(1), files, `≤ ${mostScript}`];
  };
  return measureInBrowser(pages, measure, ({ path }) => [path, "browser closed", "", `≤ ${mostScript}`]);
}

/**
 * Returns the transferred script bytes and the number of files, measured until the page has been idle for a while.
 * @param {import("@playwright/test").Page} page
 * @param {string} url
 */
async function scriptOf(page, url) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || /javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength; // without headers
  });
  // No page with a stream is ever idle. One that is asked for as the page ends finds nobody to answer.
  await page.route("**/live", (route) => route.fulfill({ status: 204 }).catch(() => undefined));
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(2_500);
  return { bytes, files: scripts.size };
}

/** @param {string[]} head @param {(string | number)[][]} rows */
function table(head, rows) {
  for (const row of [head, ...rows])
    printLine(row.map((cell, index) => (index === 0 ? String(cell).padEnd(26) : String(cell).padStart(14))).join(""));
}

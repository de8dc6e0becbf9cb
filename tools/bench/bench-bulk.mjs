// `npm run bench -- --bulk 50000`: sets the status of all orders of a large sample like a browser, and undoes it, with
// concurrent reads and changes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../../scripts/app.mjs";
import { fail, paths, printLine } from "../../scripts/messages.mjs";
import { finished, measured } from "./traffic.mjs";

/** @typedef {import("./traffic.mjs").Ask} Ask */

const address = "/orders/bulk?set=Cancelled";

/**
 * Prints the measurements and returns whether no read waited too long.
 * @param {string} orders
 * @param {(app: import("./traffic.mjs").App) => Promise<string>} signIn
 */
export async function benchBulk(orders, signIn, env) {
  if (!/^[1-9]\d{4,6}$/.test(orders))
    fail("Say how many orders there should be, at least 10,000: npm run bench -- --bulk 50000");
  const dataDir = mkdtempSync(join(tmpdir(), "portico-"));
  seed(dataDir, orders);
  const app = await startApp({ dataDir, env }).catch(
    (error) => (rmSync(dataDir, { recursive: true, force: true }), Promise.reject(error)),
  );
  return measured(app, signIn, [
    ["dry run", async (ask) => await finished(ask, (await ask("POST", address)).location)],
    ["act", confirmed],
  ]);
}

/** @param {string} folder @param {string} orders */
function seed(folder, orders) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "seed.ts", "--orders", orders], {
    cwd: paths.root,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: "" },
    stdio: "inherit",
  });
  if (status !== 0) fail("The sample could not be made.");
}

/** Confirms the previewed change and waits until it is done. @param {Ask} ask */
async function confirmed(ask) {
  const { text } = await ask("GET", address);
  const seen = (/** @type {string} */ name) =>
    new RegExp(`name="${name}" value="(\\d+)"`).exec(text)?.[1] ?? fail("The preview says nothing.");
  await finished(ask, (await ask("POST", address, { matched: seen("matched"), changes: seen("changes") })).location);
}

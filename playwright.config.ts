import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { appEnvironment } from "./scripts/app.mjs";
import { findBrowser } from "./scripts/browser.mjs";

// Playwright reads this file again in each of its processes: what was chosen first is handed on in the environment.
const port = (process.env.E2E_PORT ??= "4173");
const dataDir = (process.env.E2E_DATA_DIR ??= freshFolder());
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000, // a busy machine with two cores is slow, not wrong
  expect: { timeout: 15_000 },
  reporter: process.env.E2E_REPORT ? [["line"], ["json", { outputFile: process.env.E2E_REPORT }]] : "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL,
    trace: "off", // it costs a third of the time; `npx playwright test --trace on` when looking for something
    launchOptions: {
      executablePath: findBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  webServer: {
    command: "node build/server/index.js",
    url: `${baseURL}/health`,
    env: appEnvironment({ port: Number(port), dataDir }),
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    reuseExistingServer: false,
  },
});

/** The samples as they are at first, without what an earlier run left. */
function freshFolder() {
  const folder = join(tmpdir(), `portico-e2e-${port}`);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

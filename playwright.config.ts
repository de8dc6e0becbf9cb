import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  // Each has an app of its own, see e2e/support.ts. One more than there are processors: each waits now and then.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000, // a busy machine with two cores is slow, not wrong
  expect: { timeout: 15_000 },
  retries: process.env.E2E_REPORT ? 1 : 0, // among everything else on a busy machine; `npm test` names what needed it
  reporter: process.env.E2E_REPORT ? [["dot"], ["json", { outputFile: process.env.E2E_REPORT }]] : "list",
  use: {
    ...devices["Desktop Chrome"],
    // Playwright waits before it presses a moving control, and each wait scrolls the page away from a row's menu.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off", // it costs a third of the time; `npx playwright test --trace on` when looking for something
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--js-flags=--single-threaded", // the tests keep all processors busy: other threads would only take from them
      ],
    },
  },
});

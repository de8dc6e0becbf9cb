// Finds an installed Chromium for tests.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const { env } = process;
/** Chromium without a user interface, which makes the tests a tenth faster. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const usualPlaces = {
  linux: [
    headlessShell,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/snap/bin/chromium",
    "/usr/bin/microsoft-edge",
  ],
  darwin: ["Google Chrome", "Chromium", "Microsoft Edge"].flatMap((name) =>
    ["", env.HOME ?? ""].map((home) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`),
  ),
  win32: [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) =>
      [
        "Google/Chrome/Application/chrome.exe",
        "Chromium/Application/chrome.exe",
        "Microsoft/Edge/Application/msedge.exe",
      ].map((file) => join(folder ?? "", file)),
    ),
};

/** Returns the path of an installed Chromium, or undefined. CHROME_PATH has priority. @returns {string | undefined} */
export function findBrowser() {
  const places = usualPlaces[/** @type {keyof typeof usualPlaces} */ (process.platform)] ?? [];
  return [env.CHROME_PATH, ...places, chromium.executablePath()].find((path) => path && existsSync(path));
}

/**
 * Like `findBrowser`, but as root on a Debian-based system it installs Chromium if there is none; in CI it also
 * installs the faster headless shell.
 * @returns {string | undefined}
 */
export function ensureBrowser() {
  const found = findBrowser();
  const isGood = found !== undefined && (!env.CI || env.CHROME_PATH || found === headlessShell);
  if (isGood || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  console.log("Installing Chromium to test with …");
  const options = { stdio: /** @type {const} */ ("ignore"), env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  const install = (/** @type {string} */ name) =>
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], options).status === 0;
  if (!install("chromium-headless-shell") && !found) install("chromium"); // not every system offers the headless shell
  return findBrowser();
}

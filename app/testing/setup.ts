/** Runs before each test file: gives tests a data folder of their own, and removes this machine's settings. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";

// Modules, and with them the settings that they have read, persist between test files. So there is one folder per
// process, emptied after each file.
const folder = process.env.PORTICO_TEST_FOLDER ?? newFolder();
const settings =
  /^(HOST|PORT|DATABASE_URL|SMTP_URL|FIREBASE_\w+|GOOGLE_APPLICATION_CREDENTIALS|MAINTENANCE|API_DELAY_MS|DEFAULT_DIRECTION|TIME_ZONE|CURRENCY|TRUST_PROXY|HSTS_SUBDOMAINS|ICON_HOSTS)$/;

for (const name of Object.keys(process.env)) if (settings.test(name)) delete process.env[name];
Object.assign(process.env, {
  PORTICO_TEST_FOLDER: folder,
  DATA_DIR: folder,
  APP_URL: "http://portico.test",
  SAMPLE_DATA: "false",
  REGISTRATION: "open",
  CLIENT_REGISTRATION: "true",
  SESSION_SECRET: "tests sign their cookies with this sentence",
  LOG_LEVEL: "silent",
});

const [{ companyCurrency }, { readCurrencyBy }] = await Promise.all([
  import("db/company-settings"),
  import("~/core/values/money"),
]);
readCurrencyBy(companyCurrency);

afterAll(() => {
  vi.unstubAllGlobals();
  for (const name of readdirSync(folder)) remove(join(folder, name));
  if ("document" in globalThis) document.body.replaceChildren();
});

function newFolder() {
  const made = mkdtempSync(join(tmpdir(), "portico-test-"));
  process.once("exit", () => remove(made));
  return made;
}

function remove(path: string) {
  rmSync(path, { recursive: true, force: true });
}

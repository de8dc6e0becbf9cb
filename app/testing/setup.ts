/**
 * Runs before each test file: what touches the disk does so in a folder of its own, and no setting of this machine
 * leaks in.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";

// Modules are kept from one test file to the next, and with them the settings that they read: so there is one folder
// for all of a process, and it is empty for each file.
const folder = process.env.PORTICO_TEST_FOLDER ?? newFolder();
const settings =
  /^(HOST|PORT|DATABASE_URL|SMTP_URL|FIREBASE_\w+|GOOGLE_APPLICATION_CREDENTIALS|MAINTENANCE|API_DELAY_MS|DEFAULT_DIRECTION|TIME_ZONE|TRUST_PROXY|HSTS_SUBDOMAINS|ICON_HOSTS)$/;

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

/** Runs before each test file: what touches the disk does so in a folder of its own, and no setting of this machine leaks in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "portico-test-"));
const settings =
  /^(HOST|PORT|DATABASE_URL|SMTP_URL|FIREBASE_\w+|GOOGLE_APPLICATION_CREDENTIALS|MAINTENANCE|API_DELAY_MS|DEFAULT_DIRECTION|TIME_ZONE|TRUST_PROXY|HSTS_SUBDOMAINS|ICON_HOSTS)$/;

for (const name of Object.keys(process.env)) if (settings.test(name)) delete process.env[name];
Object.assign(process.env, {
  DATA_DIR: folder,
  APP_URL: "http://portico.test",
  SAMPLE_DATA: "false",
  REGISTRATION: "open",
  CLIENT_REGISTRATION: "true",
  SESSION_SECRET: "tests sign their cookies with this sentence",
  LOG_LEVEL: "silent",
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

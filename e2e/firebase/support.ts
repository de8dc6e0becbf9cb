/**
 * Shared by the Firebase tests: one emulator, a proxy to it that can fail, and one Portico server that uses the
 * proxy.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext } from "@playwright/test";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { emulatorSettings, startEmulator } from "../../scripts/emulator/emulator.mjs";
import { expect, test as base } from "../support";
import { type Line, openLine } from "./proxy";
import { Project } from "./project";

export { expect };

interface Shared {
  /** The project in the emulator, accessed directly and not through the proxy. */
  project: Project;
  /** The proxy between Portico and the emulator. Its fault is removed after each test. */
  line: Line;
  /** Portico with Firebase; pages open there. */
  portico: RunningApp;
}

const slowStart = 180_000;

export const test = base.extend<{ wholeLine: void }, Shared>({
  project: [
    async ({}, use) => {
      const emulator = await startEmulator();
      await use(new Project(emulator.host));
      await emulator.kill();
    },
    { scope: "worker", timeout: slowStart },
  ],
  line: [
    async ({ project }, use) => {
      const line = await openLine(project.host);
      await use(line);
      line.close();
    },
    { scope: "worker", timeout: slowStart },
  ],
  portico: [
    async ({ line }, use) => {
      const app = await startApp({ env: emulatorSettings(line.host) });
      await use(app);
      await app.remove();
    },
    { scope: "worker", timeout: slowStart },
  ],
  baseURL: async ({ portico }, use) => use(portico.url),
  wholeLine: [
    async ({ line }, use) => {
      await use();
      line.set();
    },
    { auto: true },
  ],
});

/**
 * Makes a user an owner from the command line. Users who register in a sample are admins, and admins cannot ban other
 * admins.
 */
export async function makeOwner({ dataDir }: RunningApp, email: string) {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/access.ts", email, "owner"], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

const stub = readFileSync(join(import.meta.dirname, "gapi-stub.js"), "utf8");

/**
 * Serves a replacement for Google's script. Without `webStorageSupport` the browser appears to have no storage for
 * Firebase.
 */
export async function gapi(context: BrowserContext, { webStorageSupport = true } = {}) {
  const body = `window.gapiStub = ${JSON.stringify(webStorageSupport ? {} : { webStorageSupport })};\n${stub}`;
  await context.route("https://apis.google.com/js/api.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
}

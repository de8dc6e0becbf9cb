// Starts the built app for a test or benchmark, on a free port and with a database of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serverEnvironment, serverOptions } from "./node-runtime.mjs";
import { paths } from "./messages.mjs";

/** @typedef {Awaited<ReturnType<typeof startApp>>} RunningApp */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} HowItEnded */

/** All settings, empty, so that neither this shell's nor a `.env` file's values reach the app. */
export const noSettings = Object.fromEntries(
  (
    "APP_URL DATABASE_URL SAMPLE_DATA REGISTRATION CLIENT_REGISTRATION SESSION_SECRET SMTP_URL FIREBASE_API_KEY FIREBASE_AUTH_DOMAIN FIREBASE_PROJECT_ID " +
    "FIREBASE_AUTH_EMULATOR_HOST GOOGLE_APPLICATION_CREDENTIALS WORKERS LITESTREAM_CONFIG LITESTREAM_METRICS_URL MAINTENANCE API_DELAY_MS DEFAULT_DIRECTION SUPPORT_EMAIL SUPPORT_PHONE TIME_ZONE TRUST_PROXY ICON_HOSTS"
  )
    .split(" ")
    .map((name) => [name, ""]),
);

/**
 * Returns the environment of an app with sample data.
 * @param {{ port: number, dataDir: string }} options
 * @returns {NodeJS.ProcessEnv}
 */
export function appEnvironment({ port, dataDir }) {
  const own = Object.entries(process.env).filter(([name]) => name !== "NODE_ENV");
  return {
    ...Object.fromEntries(own),
    ...noSettings,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
  };
}

/** Finds an unused port. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts the built app, or the script `server`, and waits until it responds; throws an error with its output if it does
 * not. `stop` sends a signal and returns the exit status; `remove` kills the app and deletes its data.
 * @param {{ dataDir?: string, env?: Record<string, string>, server?: string }} [options]
 */
export async function startApp(options = {}) {
  const { dataDir = mkdtempSync(join(tmpdir(), "portico-")), env = {}, server = paths.server } = options;
  const port = await freePort();
  const child = spawn(process.execPath, [...serverOptions, server], {
    cwd: paths.root,
    env: { ...appEnvironment({ port, dataDir }), ...serverEnvironment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  /** @type {Promise<HowItEnded>} */
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));

  const stop = (/** @type {NodeJS.Signals} */ signal = "SIGTERM") => (child.kill(signal), ended);
  const remove = async () => {
    await stop("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const answering = await answers(`${url}/health`, () => child.exitCode !== null);
  if (!answering) {
    await remove();
    throw new Error(`The app did not start.\n${output}`);
  }
  return { url, port, dataDir, pid: /** @type {number} */ (child.pid), stop, remove, output: () => output };
}

/**
 * Polls for two minutes, since a busy machine is slow, and returns whether the app responded.
 * @param {string} url
 * @param {() => boolean} hasEnded
 * @returns {Promise<boolean>}
 */
async function answers(url, hasEnded) {
  for (let tries = 0; tries < 1200 && !hasEnded(); tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return true;
    await pause(100);
  }
  return false;
}

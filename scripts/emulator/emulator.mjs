// Starts the official Firebase Auth emulator: a Firebase project on this machine that needs neither an account nor the
// internet.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../app.mjs";
import { paths } from "../messages.mjs";

/** Project id of the emulator. With the prefix "demo-", Firebase's tool needs no login and reports nothing. */
export const projectId = "demo-portico";

const timeoutMs = 120_000; // it takes 6 s, and much longer on a busy machine

/** Returns the settings with which Portico uses an emulator. @param {string} host such as `127.0.0.1:9099` */
export const emulatorSettings = (host) => ({
  FIREBASE_API_KEY: "fake-key",
  FIREBASE_AUTH_DOMAIN: host,
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_AUTH_EMULATOR_HOST: host,
});

/**
 * Starts an emulator that ends with this process, and waits until it responds. Accounts are stored in `accounts.json` in
 * the data folder, if there is one: by `stop`, and each second in case of `kill`; throws a `StartError` with its output.
 * @param {{ dataDir?: string }} [options]
 */
export async function startEmulator({ dataDir } = {}) {
  if (!existsSync(join(paths.emulator, "node_modules/firebase-tools"))) {
    throw startError(
      'The Firebase emulator is not installed. "npm test" installs it, and so does "npm ci" in e2e/firebase.',
    );
  }
  const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
  const folder = mkdtempSync(join(tmpdir(), "portico-emulator-"));
  const at = (/** @type {number} */ port) => ({ host: "127.0.0.1", port });
  writeFileSync(
    join(folder, "firebase.json"),
    JSON.stringify({
      emulators: {
        auth: at(auth),
        hub: at(hub),
        logging: at(logging),
        ui: { enabled: false },
        singleProjectMode: true,
      },
    }),
  );
  const host = `127.0.0.1:${auth}`;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "process.mjs"), host, join(dataDir ?? folder, "accounts.json")],
    {
      cwd: folder, // the emulator writes its log here
      env: { ...process.env, CI: "1", XDG_CONFIG_HOME: folder, TMPDIR: folder }, // no prompts, no update notices, no files elsewhere
      detached: true, // Ctrl+C reaches only this process, which decides when the emulator ends
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let output = "";
  child.stdout?.on("data", (text) => (output += text));
  child.stderr?.on("data", (text) => (output += text));
  const ended = new Promise((resolve) => child.once("close", resolve)).then(() => {
    rmSync(folder, { recursive: true, force: true });
    return output.trim().split("\n").at(-1) ?? ""; // the lines before it are progress messages
  });

  const kill = async () => void (child.kill("SIGKILL"), await ended);
  const stop = async () => {
    if (child.connected) child.send("stop");
    await ended;
  };
  const ready = new Promise((resolve) => child.once("message", () => resolve(true)));
  if (!(await Promise.race([ready, ended.then(() => false), expired()]))) {
    await kill();
    throw startError(`The Firebase emulator did not start. ${await ended}`);
  }
  return { host, ended, stop, kill };
}

/** @param {string} sentence */
const startError = (sentence) => Object.assign(new Error(sentence), { name: "StartError" });

/** @returns {Promise<false>} */
const expired = () => new Promise((resolve) => setTimeout(resolve, timeoutMs, false).unref());

/**
 * Sends a request to the emulator as the project's owner. Throws if the response is an error.
 * @param {string} host @param {string} method @param {string} path @param {unknown} [body]
 */
export async function askEmulator(host, method, path, body) {
  const headers = { authorization: "Bearer owner", "content-type": "application/json" };
  const answer = await fetch(`http://${host}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The emulator answered ${answer.status} to ${path}: ${text}`);
  return JSON.parse(text);
}

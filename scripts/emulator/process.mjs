// The process of the Firebase Auth emulator: Google's own tool, which keeps accounts in memory, and code that saves
// them to disk. It ends whenever the process that started it ends, because that closes the channel between them.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { askEmulator, projectId } from "./emulator.mjs";
import { paths } from "../messages.mjs";

const [, , host = "", accountsFile = ""] = process.argv;
const toldToEnd = new Promise((resolve) => process.once("disconnect", resolve));
process.once("message", () => process.disconnect());

const tool = join(paths.emulator, "node_modules/firebase-tools/lib/bin/firebase.js");
process.argv = [
  process.execPath,
  tool,
  "emulators:start",
  "--only=auth",
  `--project=${projectId}`,
  "--non-interactive",
];
// Compiles request validation schemas on first use; compiling all of them takes most of the tool's start.
try {
  const options = createRequire(tool)("exegesis/lib/options");
  const { compileOptions } = options;
  options.compileOptions = (/** @type {object} */ given) =>
    compileOptions({ ...given, lazyCompileValidationSchemas: true });
} catch {
  // Another version of the tool has the option elsewhere, and only starts more slowly.
}
let savedAccounts = "";
try {
  await import(pathToFileURL(tool).href);
  await answering();
  if (process.connected) await saveAccounts();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
rmSync(process.cwd(), { recursive: true, force: true });
process.kill(process.pid, "SIGKILL"); // the tool's own farewell would write into that folder again

async function answering() {
  while (process.connected && !(await askEmulator(host, "GET", "/").catch(() => undefined))) await pause(100);
}

async function saveAccounts() {
  await load();
  if (process.connected) process.send?.("ready");
  while (process.connected) {
    await Promise.race([pause(1_000), toldToEnd]);
    await save();
  }
  await save();
}

/**
 * Loads the accounts of an earlier run. Also makes the responses to an unknown e-mail and a wrong password the same, as
 * in new Firebase projects.
 */
async function load() {
  const { users } = existsSync(accountsFile) ? readAccounts() : { users: [] };
  const { error } = users.length
    ? await askEmulator(host, "POST", `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchCreate`, {
        users,
      })
    : {};
  // Its popup accepts invalid addresses, which it refuses here; the other accounts must still be loaded.
  if (error?.length && error.length === users.length) throw unreadable(error[0].message);
  await askEmulator(host, "PATCH", `/emulator/v1/projects/${projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  });
}

function readAccounts() {
  try {
    const { users = [] } = JSON.parse(readFileSync(accountsFile, "utf8"));
    return { users };
  } catch (error) {
    throw unreadable(/** @type {Error} */ (error).message);
  }
}

/** @param {string} why */
function unreadable(why) {
  return new Error(`${accountsFile} cannot be read: ${why}. Remove it to begin without accounts.`);
}

/**
 * Saves all accounts if any has changed. Writes to another file first, so that the file is always
 * complete.
 */
async function save() {
  const accounts = JSON.stringify(
    await askEmulator(
      host,
      "GET",
      `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`,
    ),
  );
  if (accounts === savedAccounts) return;
  mkdirSync(dirname(accountsFile), { recursive: true, mode: 0o700 });
  writeFileSync(`${accountsFile}.new`, accounts, { mode: 0o600, flush: true });
  renameSync(`${accountsFile}.new`, accountsFile);
  savedAccounts = accounts;
}

// `node scripts/run.mjs FILE …`: runs a script or a tool of node_modules with a Node that is new enough, installed if
// needed, and with a database driver compiled for it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { environmentOf, findNode, serverEnvironment } from "./node-runtime.mjs";
import { fail, paths } from "./messages.mjs";

/** Scripts that install the packages and the driver themselves. */
const installers = ["start.mjs", "test.mjs", "emulator/start.mjs"].map((name) => join(paths.root, "scripts", name));

const [script = "", ...args] = process.argv.slice(2);
const file = resolve(script);
const isInstaller = installers.includes(file);
const isStart = file === installers[0];
if (!isInstaller && !existsSync(join(paths.root, "node_modules/better-sqlite3")))
  fail('The packages are not installed. Run "npm ci" first, or "npm start", which does it.');

const loader = file.endsWith(".ts") ? ["--import", "tsx"] : [];
findNode().then(async (node) => {
  const isLoaded = loader.every((option) => process.execArgv.includes(option));
  if (node !== process.execPath || !isLoaded) return runAgain(node);
  if (isStart) applyServerEnvironment();
  if (!isInstaller) await (await import("./prepare.mjs")).fitDriver();
  process.argv.splice(1, process.argv.length, file, ...args);
  await import(pathToFileURL(file).href);
});

/**
 * Starts this process anew with `serverEnvironment`, which the C library reads only at the start, unless it has it or
 * the system cannot replace a process. A child process would need 40 MB more.
 */
function applyServerEnvironment() {
  if (
    process.platform !== "linux" ||
    !process.execve ||
    Object.keys(serverEnvironment).every((name) => name in process.env)
  )
    return;
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, again, { ...serverEnvironment, ...process.env });
}

/**
 * Runs this script again with another Node or the TypeScript loader and the same options, and exits with the same code
 * or signal.
 * @param {string} node
 */
function runAgain(node) {
  const again = [...process.execArgv, ...loader, fileURLToPath(import.meta.url), script, ...args];
  const env = { ...(isStart && serverEnvironment), ...environmentOf(node) };
  const child = spawn(node, again, { stdio: "inherit", env });
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals)
    process.on(signal, () => {
      // Ctrl+C reaches both processes, and a second signal would end the server without finishing its requests.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  child.on("error", (error) => fail(`${node} could not be run: ${error.message}`));
  child.on("close", (code, signal) => {
    if (!signal) process.exit(code === null ? 1 : code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

// Runs the test suites of a plan and adds up the results. The last line of output reads "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  build,
  compileDriver,
  installEmulator,
  installPackages,
  isBuildStale,
  isEmulatorStale,
  isInstallStale,
} from "./prepare.mjs";
import { fail, paths, printLine } from "./messages.mjs";
import { fullTestPlan, slowestFiles, testPlan, unreportedFiles } from "./test-plan.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

const isFull = process.argv.includes("--full");
const plan = isFull ? fullTestPlan : testPlan;

if (isInstallStale({ forBuilding: true })) {
  printLine("Installing packages. The first time takes a minute or two …");
  await installPackages();
}
const { ensureBrowser } = await import("./browser.mjs");
const browser = ensureBrowser();
if (!browser) fail("No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to where it is.");

/**
 * Running child processes, which are stopped together with the tests.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => {
    for (const child of running) child.kill("SIGINT"); // Playwright then ends the server and browser that it started
    setTimeout(() => process.exit(1), 5_000).unref();
  });
}

/** Folder for files of the tests, deleted at the end. */
const temporary = mkdtempSync(join(quickestFolder(), "portico-test-"));
process.once("exit", () => {
  for (const child of running) child.kill("SIGINT"); // the build has failed meanwhile
  rmSync(temporary, { recursive: true, force: true });
});

const total = { passed: 0, failed: 0 };
// Groups that run in parallel. Each keeps about one core busy, except the browser tests, which use all of them.
const driver = compileDriver();
const emulator = prepareEmulator();
const built = prepareBuild();
await Promise.all([
  Promise.all([driver, emulator]).then(async () => count("unit", await unit())), // they test sources, not what is built
  checkSources()
    .then(() => Promise.all([driver, built]))
    .then(checkServer),
]);
count("e2e", await e2e());
printLine(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Returns a folder in memory if it has enough space, because database commits wait for the disk. */
function quickestFolder() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 2 ** 31 ? memory : tmpdir();
}

async function prepareEmulator() {
  if (!isEmulatorStale()) return;
  printLine("Installing the Firebase emulator …");
  await installEmulator();
}

async function prepareBuild() {
  if (isBuildStale()) {
    printLine("Building …");
    await build();
  }
  count("build", { passed: 1, failed: 0 });
}

/** Runs the checks that read only the sources and need no build. */
async function checkSources() {
  count("types", once(await run("typescript/bin/tsc")));
  count("lint", once(await run("oxlint/bin/oxlint")));
  count("imports", once(await run("dependency-cruiser/bin/dependency-cruise.mjs", ["app", "db", "server", "config"])));
  const cache = ["--cache", "--cache-location", ".cache/prettier"];
  count("format", once(await run("prettier/bin/prettier.cjs", ["--check", "--log-level", "warn", ...cache, "."])));
}

/** Runs the tests that send requests to the built server, without a browser. */
async function checkServer() {
  count("contract", await script("scripts/contract.mjs"));
  if (plan.engines) count("engines", await script("scripts/engines.mjs"));
  // A fixed seed, so that a failure is caused by a change; `npm run fuzz` uses a new one each time.
  count("fuzz", await script("tools/fuzz/fuzz.mjs", ["--requests", `${plan.hostileRequests}`, "--seed", "1"]));
}

/** @returns {Promise<Counts>} */
async function unit() {
  const file = join(temporary, "unit.json");
  const { code, output } = await run("vitest/vitest.mjs", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = read(file);
  if (code !== 0) console.error(output);
  return atLeastOneFailed(code, { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 });
}

/** @returns {Promise<Counts>} */
async function e2e() {
  const file = join(temporary, "e2e.json");
  const env = { CHROME_PATH: browser ?? "", E2E_REPORT: file };
  const { code, output } = await run("@playwright/test/cli.js", ["test", ...plan.playwright], env);
  const report = read(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  if (code !== 0 || flaky > 0) console.error(output);
  printLine(`slowest: ${slowestFiles(report).join(", ")}`);
  for (const title of unsteady(report?.suites)) printLine(`! passed at its second try only: ${title}`);
  const folder = join(paths.root, "e2e");
  const unreported = isFull
    ? unreportedFiles(globSync("**/*.spec.ts", { cwd: folder, exclude: (name) => name === "node_modules" }), report)
    : [];
  for (const file of unreported) console.error(`No test of e2e/${file} was run.`);
  return atLeastOneFailed(code, { passed: expected + flaky, failed: unexpected + unreported.length });
}

/**
 * Returns the flaky tests. Each has a race condition, in the test or in the app, that must be fixed.
 * @param {any[]} suites
 * @returns {string[]}
 */
function unsteady(suites = []) {
  return suites.flatMap(({ title, specs = [], suites }) => [
    ...specs
      .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ test) => test.status === "flaky"))
      .map((/** @type {any} */ spec) => `${title} › ${spec.title}`),
    ...unsteady(suites),
  ]);
}

/**
 * Runs a suite that prints its counts in the last line. Lines that begin with "!" name missing programs, and are shown.
 * @param {string} path
 * @param {string[]} [args]
 * @returns {Promise<Counts>}
 */
async function script(path, args) {
  const { code, output } = await run(join(paths.root, path), args);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  if (code !== 0) console.error(output);
  const missing = output.match(/^!.*/gm) ?? [];
  for (const line of missing) printLine(line);
  const counted = { passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? 0) };
  return code === 0 && missing.length > 0 ? counted : atLeastOneFailed(code, counted);
}

/**
 * Counts at least one failure if the suite exited with an error or ran no tests.
 * @param {number} code
 * @param {Counts} counts
 */
function atLeastOneFailed(code, counts) {
  const ranNothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (code !== 0 || ranNothing) ? { ...counts, failed: 1 } : counts;
}

/** @param {{ code: number, output: string }} result @returns {Counts} */
function once({ code, output }) {
  if (code !== 0) console.error(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {string} name @param {Counts} counts */
function count(name, { passed, failed }) {
  total.passed += passed;
  total.failed += failed;
  printLine(
    `${name.padEnd(10)}${passed} passed, ${failed} failed`.padEnd(40) +
      `after ${Math.round(performance.now() / 1000)} s`,
  );
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Runs a tool from node_modules, or a script by its absolute path.
 * @param {string} tool @param {string[]} [args] @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(tool, args = [], env = {}) {
  const path = tool.startsWith(paths.root) ? tool : join(paths.root, "node_modules", tool);
  const child = spawn(process.execPath, [path, ...args], {
    cwd: paths.root,
    env: { ...process.env, TMPDIR: temporary, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: output.trim() });
    });
  });
}

// Finds the Node that the scripts run with: the machine's own, or one installed from npm if that is too old. Must itself
// run on Node 14.18.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { adviceFor, fail, paths, withoutStack } from "./messages.mjs";

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(paths.root, path), "utf8"));

/**
 * Whether a version satisfies `engines` of package.json, which must have the form `>=22.12`.
 * @param {string} version @param {string} engines
 */
export function satisfiesEngines(version, engines) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = engines.replace(/^>=/, "").split(".").map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/**
 * Returns the npm package with Node for a machine, or undefined if there is none, as for musl.
 * @param {{ platform: string, arch: string, isMusl: boolean }} machine
 * @param {Record<string, { package: string, version: string, integrity: string }>} packages
 */
export const runtimePackage = ({ platform, arch, isMusl }, packages) =>
  isMusl ? undefined : packages[`${platform}-${arch}`];

/**
 * Returns the path of a Node that is new enough: this one, or one that is installed on the first call. Exits with a
 * message if that fails.
 * @returns {Promise<string>}
 */
export async function findNode() {
  const engines = readJson("package.json").engines.node;
  if (satisfiesEngines(process.versions.node, engines)) return process.execPath;
  const needed = `Portico needs Node ${engines.replace(/^>=/, "")} or newer, and this is ${process.versions.node}.`;
  const machine = { platform: process.platform, arch: process.arch, isMusl: isMusl() };
  const runtime = runtimePackage(machine, readJson("scripts/node-runtime.json"));
  if (!runtime) {
    const name = `${machine.isMusl ? "musl" : machine.platform} on ${machine.arch}`;
    fail(
      `${needed} It cannot be installed for you on this machine (${name}). Install Node 24 from https://nodejs.org, or by the system's packages, and start again.`,
    );
  }
  const folder = join(paths.root, ".cache", `${runtime.package}-${runtime.version}`);
  const node = programIn(folder);
  if (existsSync(node)) return node;
  console.error(
    `This machine has Node ${process.versions.node}: installing Node ${runtime.version} into ${relative(process.cwd(), folder)}, for Portico alone …`,
  );
  const fault = await installRuntime(runtime, folder);
  if (fault)
    fail(
      `${needed} Node ${runtime.version} could not be installed here. ${fault} Otherwise, install Node 24 from https://nodejs.org and start again.`,
    );
  return node;
}

/** Whether the C library is musl, as on Alpine, which needs binaries of its own. */
function isMusl() {
  if (process.platform !== "linux") return false;
  const report = /** @type {any} */ (process.report?.getReport());
  return !(typeof report === "string" ? JSON.parse(report) : report)?.header?.glibcVersionRuntime;
}

/** @param {string} folder */
const programIn = (folder) => join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Installs the package into a temporary folder and renames it, so that simultaneous starts cannot damage each other.
 * Returns a message if it failed.
 * @param {{ package: string, version: string, integrity: string }} runtime @param {string} folder
 * @returns {Promise<string | undefined>}
 */
async function installRuntime({ package: name, version, integrity }, folder) {
  let temporary;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    temporary = mkdtempSync(`${folder}-`);
    const dependencies = { [name]: version };
    writeFileSync(join(temporary, "package.json"), JSON.stringify({ private: true, dependencies }));
    const packages = { "": { dependencies }, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(
      join(temporary, "package-lock.json"),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
    );
    const output = await npmOutput(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"], temporary);
    const installed = join(temporary, "node_modules", name);
    const { status, stderr, error } = spawnSync(programIn(installed), ["--version"], { encoding: "utf8" });
    if (status !== 0) {
      console.error(withoutStack(output || stderr || (error && error.message) || ""));
      return adviceFor(output) || "What npm said is above.";
    }
    if (!existsSync(programIn(folder))) renameSync(installed, folder);
    return undefined;
  } catch (error) {
    if (existsSync(programIn(folder))) return undefined; // installed by another start
    const { code = "", message = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    return adviceFor(`${code} ${message}`) || message;
  } finally {
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Returns how to run npm: the one that runs this script, or the one in `PATH`. It prints its errors even if this script
 * was started with `--silent`.
 * @param {string[]} options
 * @returns {{ program: string, args: string[], shell: boolean }}
 */
export function npmCommand(options) {
  const args = [...options, "--loglevel=error"];
  const own = process.env.npm_execpath || "";
  if (own.endsWith("npm-cli.js")) return { program: process.execPath, args: [own, ...args], shell: false };
  return { program: "npm", args, shell: process.platform === "win32" };
}

/** Returns the output of npm, whether it succeeds or fails. @param {string[]} options @param {string} cwd @returns {Promise<string>} */
function npmOutput(options, cwd) {
  const { program, args, shell } = npmCommand(options);
  const child = spawn(program, args, { cwd, shell, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(String(error)));
    child.on("close", () => resolve(output));
  });
}

/** Options of Node that keep the server's memory low. `npm start` and deploy/portico.service have them, too. */
export const serverOptions = ["--max-semi-space-size=8", "--heap-growing-percent=30"];

/**
 * Settings of glibc with which freed memory goes back to the system: few arenas, and every block of 16 KB or more in
 * pages of its own. Other C libraries ignore them.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "16384" };

/**
 * Returns an environment in which `node` is first in `PATH` and native modules are compiled for it.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node) {
  if (node === process.execPath) return process.env;
  const bin = dirname(node);
  const { PATH, Path, npm_config_nodedir: _, ...others } = process.env;
  const path = [bin, PATH || Path].filter(Boolean).join(delimiter);
  const headers = dirname(bin);
  const nodedir = existsSync(join(headers, "include/node/node.h")) ? { npm_config_nodedir: headers } : {};
  return { ...others, ...nodedir, PATH: path, NODE: node, npm_node_execpath: node };
}

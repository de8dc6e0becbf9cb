// Installs packages and builds the app, each only if something has changed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmCommand } from "./node-runtime.mjs";
import { adviceFor, fail, paths, withoutStack } from "./messages.mjs";

const { root } = paths;
const driver = join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node");

/**
 * Whether the installed packages differ from the lock file.
 * @param {{ forBuilding: boolean }} options building needs additional packages
 */
export const isInstallStale = ({ forBuilding }) => !hasDriver() || differsFromLock(root, forBuilding);

/**
 * Returns the `NODE_MODULE_VERSION` that a native module was compiled for, which is part of the name of its register
 * function. Undefined if it has none.
 * @param {Buffer} content
 * @returns {string | undefined}
 */
export function moduleVersionOf(content) {
  return /node_register_module_v(\d+)/.exec(content.toString("latin1"))?.[1];
}

/** Whether the database driver is installed and compiled for this version of Node. */
function hasDriver() {
  if (!existsSync(driver)) return false;
  const version = moduleVersionOf(readFileSync(driver));
  return version === undefined || version === process.versions.modules;
}

/** Whether the packages of the Firebase emulator differ from its own lock file. */
export const isEmulatorStale = () => differsFromLock(paths.emulator, true);

/** @param {string} folder @param {boolean} forBuilding */
function differsFromLock(folder, forBuilding) {
  const hidden = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(hidden)) return true;
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages);
  return wanted.some(([path, { version, dev, optional, devOptional }]) => {
    const needed = path !== "" && !optional && !devOptional && (forBuilding || !dev);
    return needed && installed[path]?.version !== version;
  });
}

/** Installs the packages and the database driver. Exits with a message on failure. */
export async function install() {
  await installPackages();
  await compileDriver();
}

/** Installs the packages without install scripts; only the database driver needs one, see `compileDriver`. */
export const installPackages = () =>
  npm(["ci", "--ignore-scripts"], "The packages could not be installed. What npm said is above.");

/** Compiles the database driver again if it is missing or was compiled for another version of Node. */
export async function fitDriver() {
  if (hasDriver()) return;
  console.error(`Compiling the database driver for Node ${process.versions.node} …`);
  await compileDriver();
}

/** Downloads the database driver, or compiles it if there is none for this machine, which takes a minute. */
export async function compileDriver() {
  if (hasDriver()) return;
  await npm(["rebuild", "better-sqlite3"], "The database driver could not be compiled. What npm said is above.");
  if (!hasDriver())
    fail('The database driver was not compiled. Allow its install script and run "npm rebuild better-sqlite3".');
}

/** Installs the Firebase emulator. Exits with a message on failure. */
export const installEmulator = () =>
  npm(["ci"], "The Firebase emulator could not be installed. What npm said is above.", paths.emulator);

/** @param {string[]} args @param {string} otherwise @param {string} [folder] */
async function npm(args, otherwise, folder = root) {
  const env = { ...process.env, ...headersOfThisNode() };
  // Settings such as CI and NODE_ENV would skip packages needed for building.
  const command = npmCommand([...args, "--include=dev", "--no-progress"]);
  await run(command.program, command.args, { folder, env, otherwise, shell: command.shell });
}

/** Returns npm settings that compile native modules with the headers of this Node, if present, to avoid a download. */
function headersOfThisNode() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  if (process.env.npm_config_nodedir || !existsSync(join(prefix, "include/node/node.h"))) return {};
  return { npm_config_nodedir: prefix };
}

/** Whether the sources have changed since the last successful build. */
export function isBuildStale() {
  return !existsSync(paths.stamp) || readFileSync(paths.stamp, "utf8") !== sourcesHash();
}

/** Builds the app. Exits with a message on failure. */
export async function build() {
  await run(process.execPath, [join(root, "scripts/build.mjs")], {
    env: process.env,
    otherwise: "The build failed. What it said is above.",
  });
}

/** Returns a hash of the files from which the app is built. */
export function sourcesHash() {
  const hash = createHash("sha256");
  const folders = ["app", "config", "db", "server", "public"].flatMap((folder) =>
    existsSync(join(root, folder)) ? filesIn(folder) : [],
  );
  for (const file of [
    ...folders,
    "server.ts",
    "vite.alias.ts",
    "vite.config.ts",
    "tsconfig.json",
    "package-lock.json",
    "scripts/build.mjs",
  ].sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/**
 * Runs a program without showing its output. If it fails, prints the output and exits with a message.
 * @param {string} program
 * @param {string[]} args
 * @param {{ folder?: string, env: NodeJS.ProcessEnv, otherwise: string, shell?: boolean }} options
 */
async function run(program, args, { folder = root, env, otherwise, shell = false }) {
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], shell });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const failed = await new Promise((resolve) => {
    child.on("error", (error) => resolve(String(error)));
    child.on("close", (code) => resolve(code === 0 ? "" : "it failed"));
  });
  if (!failed) return;
  console.error(withoutStack(output).split("\n").slice(-25).join("\n"));
  fail(adviceFor(output) ?? otherwise);
}

// Installing and building, each only when something changed since the last time.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { adviceFor, fail, paths } from "./say.mjs";

const { root } = paths;
const driver = join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node");

/**
 * Whether what is installed differs from the lock.
 * @param {{ forBuilding: boolean }} options building needs packages that running does not
 */
export const isInstallStale = ({ forBuilding }) => !existsSync(driver) || differsFromLock(root, forBuilding);

/** The same for the Firebase emulator, which has a lock of its own. */
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

/** Installs the packages, with the driver of the database. Ends the script with a sentence when that fails. */
export async function install() {
  await installPackages();
  await compileDriver();
}

/** No package needs to run anything to be installed, but the driver of the database; so none may. */
export const installPackages = () =>
  npm(["ci", "--ignore-scripts"], "The packages could not be installed. What npm said is above.");

/** Has the driver downloaded, or compiled where there is none for this machine, which takes a minute. */
export async function compileDriver() {
  if (existsSync(driver)) return;
  await npm(["rebuild", "better-sqlite3"], "The database driver could not be compiled. What npm said is above.");
  if (!existsSync(driver))
    fail('The database driver was not compiled. Allow its install script and run "npm rebuild better-sqlite3".');
}

/** Installs the Firebase emulator. Ends the script with a sentence when that fails. */
export const installEmulator = () =>
  npm(["ci"], "The Firebase emulator could not be installed. What npm said is above.", paths.emulator);

/** @param {string[]} args @param {string} otherwise @param {string} [folder] */
async function npm(args, otherwise, folder = root) {
  const own = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : undefined;
  const env = { ...process.env, ...headersOfThisNode() };
  // CI, NODE_ENV and the like would leave out what building needs.
  const all = [...args, "--include=dev", "--no-progress"];
  await run(own ? process.execPath : "npm", own ? [own, ...all] : all, { folder, env, otherwise });
}

/** Native parts compile against the headers beside this Node, if they are there; else they would be downloaded. */
function headersOfThisNode() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  if (process.env.npm_config_nodedir || !existsSync(join(prefix, "include/node/node.h"))) return {};
  return { npm_config_nodedir: prefix };
}

/** Whether the sources changed since the last finished build. */
export function isBuildStale() {
  return !existsSync(paths.stamp) || readFileSync(paths.stamp, "utf8") !== sourcesHash();
}

/** Builds. Ends the script with a sentence when that fails. */
export async function build() {
  await run(process.execPath, [join(root, "scripts/build.mjs")], {
    env: process.env,
    otherwise: "The build failed. What it said is above.",
  });
}

/** What the build is made from, as one hash. */
export function sourcesHash() {
  const hash = createHash("sha256");
  const folders = ["app", "config", "db", "server", "public"].flatMap((folder) =>
    existsSync(join(root, folder)) ? filesIn(folder) : [],
  );
  for (const file of [
    ...folders,
    "server.ts",
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
 * Runs a program in silence; shows what it said, and ends the script with a sentence, when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ folder?: string, env: NodeJS.ProcessEnv, otherwise: string }} options
 */
async function run(program, args, { folder = root, env, otherwise }) {
  const windowsNpm = process.platform === "win32" && program === "npm";
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], shell: windowsNpm });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const failed = await new Promise((resolve) => {
    child.on("error", (error) => resolve(String(error)));
    child.on("close", (code) => resolve(code === 0 ? "" : "it failed"));
  });
  if (!failed) return;
  console.error(output.trim().split("\n").slice(-25).join("\n"));
  fail(adviceFor(output) ?? otherwise);
}

import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { config } from "config";
import { runtimePackage, satisfiesEngines, serverEnvironment, serverOptions } from "./node-runtime.mjs";
import { moduleVersionOf } from "./prepare.mjs";
import { withoutStack } from "./messages.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const runtime = { package: "node-of-tests", version: "99.1.0", integrity: "" };

/** Creates a folder with Portico's scripts that requires a future version of Node. */
function folderFor({ node = ">=99.1", packages = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "portico-run-"));
  folders.push(folder);
  mkdirSync(join(folder, "scripts"));
  for (const name of ["run.mjs", "node-runtime.mjs", "prepare.mjs", "messages.mjs"])
    copyFileSync(join(config.root, "scripts", name), join(folder, "scripts", name));
  const machine = `${process.platform}-${process.arch}`;
  const listed = Object.keys(packages).length ? packages : { [machine]: runtime };
  writeFileSync(join(folder, "scripts/node-runtime.json"), JSON.stringify(listed));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ engines: { node } }));
  return folder;
}

/** Installs this Node in the folder in place of the newer one, with its version number. */
function installRuntime(folder: string) {
  const bin = join(folder, ".cache/node-of-tests-99.1.0/bin");
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(bin, "../include/node"), { recursive: true });
  writeFileSync(join(bin, "../include/node/node.h"), "");
  const versions = JSON.stringify({ ...process.versions, node: "99.1.0" });
  const code = `Object.defineProperty(process, "versions", { value: ${versions} });`;
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  writeFileSync(join(bin, "node"), `#!/bin/sh\nexec "${process.execPath}" --import '${url}' "$@"\n`);
  chmodSync(join(bin, "node"), 0o755);
}

/** Starts a `scripts/start.mjs` with the given content. */
function startIn(
  folder: string,
  content: string,
  args: string[] = [],
  env: Record<string, string> = {},
  nodeOptions: string[] = [],
) {
  writeFileSync(join(folder, "scripts/start.mjs"), content);
  const child = spawn(process.execPath, [...nodeOptions, "scripts/run.mjs", "scripts/start.mjs", ...args], {
    cwd: folder,
    env: { ...process.env, npm_execpath: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (output.stdout += text));
  child.stderr.on("data", (text) => (output.stderr += text));
  const ended = new Promise<typeof output & { code: number | null; signal: string | null }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, ...output })),
  );
  return { child, ended };
}

test.each([
  ["20.20.2", ">=22.12", false],
  ["22.11.0", ">=22.12", false],
  ["22.12.0", ">=22.12", true],
  ["22.9.0", ">=22.12", false],
  ["24.0.0", ">=22.12", true],
  ["23.0.0-nightly2024", ">=22.12", true],
])("whether Node %s satisfies %s is %s", (version, engines, satisfies) => {
  expect(satisfiesEngines(version, engines)).toBe(satisfies);
});

test("an Alpine machine and one without a package get no Node from npm", () => {
  const packages = { "linux-x64": runtime };
  expect(runtimePackage({ platform: "linux", arch: "x64", isMusl: false }, packages)).toBe(runtime);
  expect(runtimePackage({ platform: "linux", arch: "x64", isMusl: true }, packages)).toBeUndefined();
  expect(runtimePackage({ platform: "sunos", arch: "x64", isMusl: false }, packages)).toBeUndefined();
});

test("a native module names the Node version that it was compiled for", () => {
  expect(moduleVersionOf(Buffer.from("\0ELF\0node_register_module_v115\0rest"))).toBe("115");
  expect(moduleVersionOf(Buffer.from("\0ELF\0napi_register_module_v1\0"))).toBeUndefined();
});

test("npm's output is printed without stack traces", () => {
  const output = `npm error code ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:1/node failed
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/lib/index.js:130:14)
npm error     at process.processTicksAndRejections (node:internal/process/task_queues:91:21) {
npm error   code: 'ECONNREFUSED',
npm error }
npm error
npm error If you are behind a proxy, check its settings.
`;
  expect(withoutStack(output)).toBe(`npm error code ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:1/node failed
npm error If you are behind a proxy, check its settings.`);
});

test("a script runs in the same process where Node is new enough", async () => {
  const folder = folderFor({ node: ">=22.12" });
  const print = "console.log(JSON.stringify([process.pid, process.argv.slice(1)]))";
  const { child, ended } = startIn(folder, print, ["--demo", "a b"]);
  const { stdout, stderr } = await ended;
  expect([JSON.parse(stdout), stderr]).toEqual([[child.pid, [join(folder, "scripts/start.mjs"), "--demo", "a b"]], ""]);
});

test("the server starts with the settings that return freed memory, in the same process", async () => {
  const folder = folderFor({ node: ">=22.12" });
  const print = "console.log(JSON.stringify([process.pid, process.execArgv, process.env]))";
  const { child, ended } = startIn(folder, print, [], {}, serverOptions);
  const expected = process.platform === "linux" ? serverEnvironment : {};
  expect(JSON.parse((await ended).stdout)).toMatchObject([child.pid, serverOptions, expected]);
});

test("npm start and the service have the options that keep memory low", () => {
  const read = (path: string) => readFileSync(join(config.root, path), "utf8");
  const settings = Object.entries(serverEnvironment).map((entry) => entry.join("="));
  expect(read("package.json")).toContain(`"start": "node ${serverOptions.join(" ")} scripts/run.mjs`);
  expect(read("deploy/portico.service")).toContain(`ExecStart=/usr/bin/node ${serverOptions.join(" ")} build/`);
  expect(read("deploy/portico.service")).toContain(`Environment=${settings.join(" ")}\n`);
});

test("under an old Node the options of Node reach the installed one", async () => {
  const folder = folderFor({});
  installRuntime(folder);
  const print = "console.log(process.execArgv.join(' '))";
  const { ended } = startIn(folder, print, [], {}, ["--max-semi-space-size=8"]);
  expect((await ended).stdout).toContain("--max-semi-space-size=8");
});

test("under an old Node a script runs with the installed one, its arguments, PATH, headers and exit code", async () => {
  const folder = folderFor({});
  installRuntime(folder);
  const print = `console.log(JSON.stringify([process.versions.node, process.argv.slice(2), process.env.PATH.split(":")[0],
    process.env.npm_config_nodedir])); process.exitCode = 7;`;
  const { code, stdout, stderr } = await startIn(folder, print, ["--demo", "a b"], { npm_config_nodedir: "/usr" })
    .ended;
  const place = join(folder, ".cache/node-of-tests-99.1.0");
  expect({ code, stderr, said: JSON.parse(stdout) }).toEqual({
    code: 7,
    stderr: "",
    said: ["99.1.0", ["--demo", "a b"], join(place, "bin"), place],
  });
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s reaches the script that another Node runs", async (signal) => {
  const folder = folderFor({});
  installRuntime(folder);
  const wait = `process.on("${signal}", () => process.exit(5)); setInterval(() => {}, 1e6); console.log("waits");`;
  const { child, ended } = startIn(folder, wait);
  child.stdout.once("data", () => child.kill(signal));
  expect(await ended).toMatchObject({ code: 5, signal: null });
});

test("the start under an old Node ends by the signal that ended the script", async () => {
  const folder = folderFor({});
  installRuntime(folder);
  const { ended } = startIn(folder, 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1e6);');
  expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("without a network, an old Node ends in a sentence and leaves nothing behind", async () => {
  const folder = folderFor({});
  const env = { npm_config_registry: "http://127.0.0.1:1", npm_config_fetch_retries: "0", HOME: folder };
  const { code, stderr } = await startIn(folder, "", [], env).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(
    `Portico needs Node 99.1 or newer, and this is ${process.versions.node}. Node 99.1.0 could not be installed here. The package registry cannot be reached. Connect to the internet, or check npm's proxy settings. Otherwise, install Node 24 from https://nodejs.org and start again.`,
  );
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+/);
  expect(readdirSync(join(folder, ".cache"))).toEqual([]);
});

test("where nothing can be written, an old Node ends in a sentence", async () => {
  const folder = folderFor({});
  writeFileSync(join(folder, ".cache"), "a file in the place of the folder");
  const { code, stderr } = await startIn(folder, "").ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /could not be installed here\. .+ Otherwise, install Node 24 from https:\/\/nodejs\.org and start again\.\n$/,
  );
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+/);
});

test("a machine for which npm has no Node is told to install one", async () => {
  const folder = folderFor({ packages: { "sunos-x64": runtime } });
  const { code, stderr } = await startIn(folder, "").ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `\nPortico needs Node 99.1 or newer, and this is ${process.versions.node}. It cannot be installed for you on this machine (${process.platform} on ${process.arch}). Install Node 24 from https://nodejs.org, or by the system's packages, and start again.\n`,
  );
  expect(existsSync(join(folder, ".cache"))).toBe(false);
});

test("a command before the packages are installed says what to run first", async () => {
  const folder = folderFor({ node: ">=22.12" });
  writeFileSync(join(folder, "scripts/backup.ts"), "");
  const child = spawn(process.execPath, ["scripts/run.mjs", "scripts/backup.ts"], { cwd: folder });
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, stderr]).toEqual([
    1,
    '\nThe packages are not installed. Run "npm ci" first, or "npm start", which does it.\n',
  ]);
});

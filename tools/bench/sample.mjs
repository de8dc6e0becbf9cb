// Sample databases with many orders, for benchmarks: made once a day, since their dates count back from that day.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, paths } from "../../scripts/messages.mjs";

/** Returns a folder with a database of so many orders, which is used again until tomorrow. @param {number | string} orders */
export function sampleWith(orders) {
  const folder = join(paths.root, "node_modules/.cache/bench", String(orders));
  const file = join(folder, "portico.db");
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < 86_400_000) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  runOn(folder, ["--import", "tsx", "seed.ts", "--orders", String(orders)], "inherit");
  return folder;
}

/** Returns a temporary folder with a copy of that database. @param {number} orders */
export function copyOfSample(orders) {
  const folder = mkdtempSync(join(tmpdir(), "portico-"));
  copyFileSync(join(sampleWith(orders), "portico.db"), join(folder, "portico.db"));
  return folder;
}

/** Runs Node with the database of a folder and returns its output. @param {string} folder @param {string[]} args @param {"inherit" | "pipe"} out */
export function runOn(folder, args, out) {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", LOG_LEVEL: "error" };
  Reflect.deleteProperty(env, "DATABASE_URL");
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: paths.root,
    env,
    stdio: ["ignore", out, "inherit"],
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  if (status !== 0) fail(`node ${args.join(" ")} failed.`);
  return stdout;
}

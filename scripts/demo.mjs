// Where the demo company is kept: apart from what people work with, whatever a `.env` file says.
import { spawnSync } from "node:child_process";
import { noSettings } from "./app.mjs";
import { fail, paths } from "./say.mjs";

const folder = "data/demo";

/**
 * Points Portico at the demo company, before it reads its settings: in a folder of its own, unless this shell names
 * one.
 * @param {Record<string, string | undefined>} [env]
 */
export function useDemo(env = process.env) {
  env.DATA_DIR ||= folder;
  // An empty setting counts as none, and keeps that of the file out: no mail about invented people goes anywhere.
  for (const name of Object.keys(noSettings)) env[name] ??= "";
  env.SAMPLE_DATA = "true";
}

/**
 * Makes the demo company where it is not there yet. Ends the script where anything else is: what is wrong has been
 * said then.
 * @param {Record<string, string | undefined>} [env]
 */
export function fillDemo(env = process.env) {
  const args = ["--import", "tsx", "seed.ts", "--demo", "--keep"];
  const { status } = spawnSync(process.execPath, args, { cwd: paths.root, env, stdio: "inherit" });
  if (status !== 0) fail("The demo company cannot be shown.");
}

// Runs the demo company with a data folder of its own, regardless of a `.env` file.
import { spawnSync } from "node:child_process";
import { noSettings } from "./app.mjs";
import { fail, paths } from "./messages.mjs";

const folder = "data/demo";

/**
 * Sets the environment for the demo company before the settings are read. The data are in a folder of their own unless
 * DATA_DIR is set.
 * @param {Record<string, string | undefined>} [env]
 */
export function useDemo(env = process.env) {
  env.DATA_DIR ||= folder;
  // Empty settings override those of the file, so that no mail about invented users is sent.
  for (const name of Object.keys(noSettings)) env[name] ??= "";
  env.SAMPLE_DATA = "true";
}

/**
 * Creates the demo company if it does not exist. Exits if the database contains other data; the seed command prints
 * the reason.
 * @param {Record<string, string | undefined>} [env]
 */
export function fillDemo(env = process.env) {
  const args = ["--import", "tsx", "seed.ts", "--demo", "--keep"];
  const { status } = spawnSync(process.execPath, args, { cwd: paths.root, env, stdio: "inherit" });
  if (status !== 0) fail("The demo company cannot be shown.");
}

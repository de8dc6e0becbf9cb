// Checks the API from outside, area by area: each on a fresh database of samples.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { startApp } from "./app.mjs";
import { paths } from "./say.mjs";

/** The areas that are there already. */
const areas = ["users"];

let passed = 0;
let failed = 0;
for (const area of areas) {
  const app = await startApp();
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [join(paths.root, "e2e/contract/api.mjs"), app.url, "--only", area], { encoding: "utf8" });
    process.stdout.write(stdout.replace(/.*\n$/, "") + stderr);
    const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
    passed += Number(counts?.[1] ?? 0);
    failed += Number(counts?.[2] ?? 1);
  } finally {
    await app.remove();
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

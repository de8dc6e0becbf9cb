// `npm run test:engines`: tests the pages in the engines of Safari and Firefox, if installed.
import { spawn } from "node:child_process";
import { build, isBuildStale } from "./prepare.mjs";
import { paths, printLine } from "./messages.mjs";

if (isBuildStale()) {
  printLine("Building …");
  await build();
}
const child = spawn(process.execPath, ["--import", "tsx", "e2e/engines/main.ts"], {
  cwd: paths.root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));
child.on("close", (code) => process.exit(code ?? 1));

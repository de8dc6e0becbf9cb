// `npm run test:engines`: the pages in the engines of Safari and Firefox, where this machine has them.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { build, isBuildStale } from "./prepare.mjs";
import { paths, say } from "./say.mjs";

if (isBuildStale()) {
  say("Building …");
  await build();
}
// Firefox is spoken to by WebSocket, which Node 20 has by an option only.
const options = typeof WebSocket === "undefined" ? ["--experimental-websocket", "--no-warnings"] : [];
const child = spawn(process.execPath, [...options, "--import", "tsx", "e2e/engines/main.ts"], {
  cwd: paths.root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));
child.on("close", (code) => process.exit(code ?? 1));

// Tests the API over HTTP, with a fresh sample database.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { startApp } from "./app.mjs";
import { paths } from "./messages.mjs";

const app = await startApp();
try {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(paths.root, "e2e/contract/api.mjs"), app.url], {
    encoding: "utf8",
  });
  process.stdout.write(stderr + stdout);
  process.exitCode = status ?? 1;
} finally {
  await app.remove();
}

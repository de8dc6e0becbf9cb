// Builds into build/ and packs the browser's files once, as tightly as they go: no request pays for it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sourcesHash } from "./prepare.mjs";
import { paths } from "./say.mjs";

const { root, client, stamp } = paths;
const hash = sourcesHash(); // of what is there now: what changes while building makes the build stale
rmSync(stamp, { force: true });
const remix = createRequire(import.meta.url).resolve("@remix-run/dev/dist/cli.js");

const built = spawnSync(process.execPath, [remix, "vite:build", "--logLevel", "warn"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (built.status !== 0) process.exit(built.status ?? 1);

/** In bytes. A page loads some twenty scripts, many of them small. */
const worthPacking = 250;

for (const file of readdirSync(client, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg|json|txt)$/.test(file)) continue;
  const path = join(client, file);
  const content = readFileSync(path);
  if (content.length < worthPacking) continue;
  const hint = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}

writeFileSync(stamp, hash);

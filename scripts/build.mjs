// Builds into build/ and compresses the browser's files, so that requests need not.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { sourcesHash } from "./prepare.mjs";
import { paths } from "./messages.mjs";

const { root, client, stamp } = paths;
const hash = sourcesHash(); // taken first, so that changes during the build make it stale
rmSync(stamp, { force: true });
const remix = createRequire(import.meta.url).resolve("@remix-run/dev/dist/cli.js");

const built = spawnSync(process.execPath, [remix, "vite:build", "--logLevel", "warn"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (built.status !== 0) process.exit(built.status ?? 1);

/** Paths that the browser itself requests, as `app/ui/links.ts` says: files, exports, and everything below `/api`. */
const notPages = /^(api|files|icons)\/.|\.\w{2,5}$/;

const assets = join(client, "assets");
for (const file of readdirSync(assets))
  if (/^manifest-.+\.js$/.test(file))
    writeFileSync(join(assets, file), shortened(readFileSync(join(assets, file), "utf8")));

/** Minimum size of a file to compress, in bytes. A page loads some twenty scripts, many of them small. */
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

/**
 * Shortens Remix's route manifest, which every page loads. Removes routes that no page moves to, false and empty
 * values, files that every page loads anyway, and route ids, which are set again when the script runs. Routes without
 * a page have identical empty modules, which are replaced with a single one.
 * @param {string} script
 */
function shortened(script) {
  const [, name, json] = /^(.+?=)(.+);$/s.exec(script) ?? [];
  if (!name || !json) throw new Error("Remix writes its list of routes in another way than before.");
  const { entry, routes: all, ...rest } = JSON.parse(json);
  writeFileSync(join(client, "../routes.json"), JSON.stringify(all)); // for tests that request every route
  const routes = Object.fromEntries(Object.entries(all).filter(([, { path = "" }]) => !notPages.test(path)));
  /** Module paths by content. @type {Map<string, string>} */
  const modules = new Map();
  for (const route of Object.values(routes)) {
    const content = readFileSync(join(client, route.module), "utf8");
    if (!modules.has(content)) modules.set(content, route.module);
    route.module = modules.get(content);
    delete route.id;
    route.imports = route.imports.filter((/** @type {string} */ file) => !entry.imports.includes(file)).toSorted();
  }
  const told = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    value === false || (Array.isArray(value) && value.length === 0) ? undefined : value;
  const list = JSON.stringify({ ...rest, entry, routes }, told);
  return `${name}${list};for(const[id,route]of Object.entries(window.__remixManifest.routes))route.id=id;`;
}

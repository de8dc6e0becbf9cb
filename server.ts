/**
 * The entry of the server bundle: `node build/server/index.js` prepares the database and listens.
 * What it exports is Remix's own server build, so that any other Remix server can run it as well.
 */
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "./server/serve";

process.env.NODE_ENV ??= "production"; // before React is loaded, which then chooses its faster half

const build = await import("virtual:remix/server-build");
export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = build;

/** Prepares the database and listens. Resolves when the server answers; throws errors with a sentence for people. */
export const start = () => serve(build);

const startedDirectly = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (startedDirectly) await start();

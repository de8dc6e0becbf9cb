import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { iconSprite } from "~/ui/icons/sprite";
import { alias } from "../../../vite.alias";

let built: Promise<URL> | undefined;

/**
 * Returns the worker thread's program, built once per process, because starting a thread from the sources takes
 * seconds.
 */
export const threadProgram = () => (built ??= buildProgram());

async function buildProgram() {
  const folder = resolve(`node_modules/.cache/thread-of-tests-${process.env.VITEST_POOL_ID}`);
  await build({
    configFile: false, // the app's config would replace its build
    logLevel: "warn",
    plugins: [iconSprite()],
    resolve: { alias },
    esbuild: { jsx: "automatic" },
    build: {
      ssr: "app/testing/thread/thread.ts",
      outDir: folder,
      copyPublicDir: false,
      minify: false,
      rollupOptions: { treeshake: false, output: { inlineDynamicImports: true } },
    },
  });
  return pathToFileURL(resolve(folder, "thread.js"));
}

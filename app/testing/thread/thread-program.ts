import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

let built: Promise<URL> | undefined;

/** The program of a thread for long work, built once per process: out of its sources each thread starts for seconds. */
export const threadProgram = () => (built ??= buildProgram());

async function buildProgram() {
  const folder = resolve(`node_modules/.cache/thread-of-tests-${process.env.VITEST_POOL_ID}`);
  await build({
    logLevel: "warn",
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

/** Configures the unit tests, apart from vite.config.ts because that loads Remix, which takes a second. */
import { availableParallelism } from "node:os";
import { defineConfig, type Plugin } from "vitest/config";
import { iconSprite } from "./app/ui/icons/sprite";
import { alias } from "./vite.alias";

/** Keeps modules with a list of files out of Vitest's cache, which does not notice new files. */
const uncachedGlobs: Plugin = {
  name: "uncached-globs",
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ sourceCode }) => (sourceCode.includes("import.meta.glob") ? false : undefined)),
};

/** Settings that all kinds of tests share; they run without Remix and call loaders and components directly. */
const testing = { plugins: [iconSprite(), uncachedGlobs], resolve: { alias }, esbuild: { jsx: "automatic" as const } };
const inAll = { setupFiles: ["app/testing/setup.ts"], testTimeout: 90_000, hookTimeout: 90_000 }; // a busy machine is slow, not wrong

/**
 * Tests that need the Firebase emulator say so in their name: it is started once for all of them, and only for them.
 */
const withEmulator = ["app/**/*.emulator.test.ts"];

/** Tests that replace modules by spies, or look at how they load, say so too: each has modules of its own. */
const isolated = ["**/*.isolated.test.{ts,tsx}"];

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: availableParallelism(), // one fewer is what it takes by itself: on two cores that is half of them
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" },
    projects: [
      {
        ...testing,
        test: {
          name: "node",
          environment: "node",
          ...inAll,
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", "build/**", "e2e/**", ...withEmulator, ...isolated],
          isolate: false, // loading the modules anew took more time than the tests
        },
      },
      { ...testing, test: { name: "isolated", environment: "node", ...inAll, include: isolated } },
      {
        ...testing,
        test: {
          name: "emulator",
          environment: "node",
          ...inAll,
          include: withEmulator,
          globalSetup: "app/testing/emulator/emulator-setup.ts",
        },
      },
      {
        ...testing,
        test: {
          name: "jsdom",
          environment: "jsdom",
          ...inAll,
          include: ["app/**/*.test.tsx"],
          exclude: isolated,
          isolate: false,
        },
      },
    ],
  },
});

/**
 * Dependency rules between folders: what `.dependency-cruiser.cjs` refuses, tested with files in a temporary folder.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { expect, it } from "vitest";

const { forbidden = [], options } = createRequire(import.meta.url)(
  "../.dependency-cruiser.cjs",
) as Required<IConfiguration>;

/** Returns the rules that these files, each with its imports, violate. */
async function refusedBy(planted: Record<string, string[]>): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), "imports-"));
  try {
    for (const [file, imports] of Object.entries(planted)) {
      mkdirSync(join(baseDir, dirname(file)), { recursive: true });
      const lines = imports.map((path, place) => `import { x as x${place} } from "${path}";`);
      writeFileSync(join(baseDir, file), [...lines, "export const x = 1;"].join("\n"));
    }
    const { output } = await cruise(["."], {
      baseDir,
      validate: true,
      exclude: options.exclude,
      ruleSet: { forbidden },
    });
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name).sort();
  } finally {
    rmSync(baseDir, { recursive: true });
  }
}

/** Returns a file that imports another one. */
const importing = (from: string, to: string) => ({
  [from]: [`${"../".repeat(from.split("/").length - 1)}${to}`],
  [to]: [],
});

it.each([
  ["the database that imports the app", "db", "db/a.js", "app/core/list/b.js"],
  ["core that imports the kit", "app/core", "app/core/list/a.js", "app/ui/b.js"],
  ["core that imports a guard", "app/core", "app/core/list/a.js", "app/auth/b.js"],
  ["core that imports the composition root", "app/core", "app/core/list/a.js", "app/resources.server.ts"],
  ["core that imports a program", "app/core", "app/core/list/a.js", "scripts/b.mjs"],
  ["the kit that imports auth", "app/ui", "app/ui/a.js", "app/auth/b.js"],
  ["auth that imports a feature", "app/auth", "app/auth/a.js", "app/features/users/b.js"],
  ["the shell that imports a feature that needs it", "app/shell", "app/shell/a.js", "app/features/users/b.js"],
  [
    "a feature without a place of its own that imports one with a place",
    "app/features/*",
    "app/features/suppliers/a.js",
    "app/features/orders/b.js",
  ],
  [
    "a feature that imports one that needs it",
    "app/features/orders",
    "app/features/orders/a.js",
    "app/features/invoices/b.js",
  ],
])("%s is refused", async (_, layer, from, to) => {
  expect(await refusedBy(importing(from, to))).toEqual([`${layer}-imports-nothing-below`]);
});

it("another's screen is refused", async () => {
  const planted = importing("app/features/users/a.js", "app/features/orders/b.tsx");
  expect(await refusedBy(planted)).toEqual(["features-keep-their-screens"]);
});

it("each folder has its place among the layers", () => {
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${path}/${entry.name}`] : [],
    );
  const layers = forbidden.flatMap(({ name = "" }) => /^(app\/.*)-imports-nothing-below$/.exec(name)?.[1] ?? []);
  const noLayer = ["app/features", "app/styles", "app/testing"];
  const known = [...layers, ...noLayer];
  expect(folders("app").filter((folder) => !known.includes(folder))).toEqual([]);
  const real = [...folders("app"), ...folders("app/features"), "app/features/*"];
  expect(layers.filter((layer) => !real.includes(layer))).toEqual([]);
});

it("only tests import what is there for them", () => {
  const sources = import.meta.glob<string>(
    ["./**/*.{ts,tsx}", "../{server,db,config}/**/*.ts", "!**/*.test.*", "!**/testing/**"],
    { query: "?raw", import: "default", eager: true },
  );
  const wrong = Object.entries(sources).filter(([, source]) => /from "[^"]*(\/testing\/|\.test")/.test(source));
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(wrong.map(([file]) => file)).toEqual([]);
});

it("core imports not even types of the layers below it, and auth and ui none of features", () => {
  const sources = import.meta.glob<string>(["./{core,auth,ui}/**/*.{ts,tsx}", "!**/*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const wrong = Object.entries(sources).filter(([file, source]) =>
    (file.startsWith("./core/") ? /from "~\/(auth|ui|shell|features)\// : /from "~\/(shell|features)\//).test(source),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(wrong.map(([file]) => file)).toEqual([]);
});

it("an import by a name that leads nowhere is refused", async () => {
  expect(await refusedBy({ "app/core/a.js": ["~/features/users/b"] })).toEqual(["each-import-is-found"]);
});

it("a cycle of two files is refused", async () => {
  expect(await refusedBy({ "app/core/a.js": ["./b.js"], "app/core/b.js": ["./a.js"] })).toEqual(["no-cycle"]);
});

it("a cycle of two folders is refused, though no files are one", async () => {
  const planted = { "app/core/a/a.js": ["../b/b.js"], "app/core/b/b.js": [], "app/core/b/c.js": ["../a/a.js"] };
  expect(new Set(await refusedBy(planted))).toEqual(new Set(["no-folder-cycle"])); // once for each of the two
});

it("what may be imported is not refused: parts of another feature, its own screens, what is below, and by tests all", async () => {
  const files = {
    "app/features/users/a.tsx": ["./b.tsx", "../orders/parts/c.tsx", "../orders/orders.server.js", "../../core/d.js"],
    "app/features/users/b.tsx": ["../../auth/e.js", "../../ui/f.js", "../../../db/g.js"],
    "app/core/d.test.ts": ["../features/users/a.tsx"],
    ...Object.fromEntries(
      [
        "app/features/orders/parts/c.tsx",
        "app/features/orders/orders.server.js",
        "app/core/d.js",
        "app/auth/e.js",
        "app/ui/f.js",
        "db/g.js",
      ].map((file) => [file, []]),
    ),
  };
  expect(await refusedBy(files)).toEqual([]);
});

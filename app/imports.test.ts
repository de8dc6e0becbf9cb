/** Imports run one way: what `.dependency-cruiser.cjs` refuses, on files that are planted in a folder of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from "dependency-cruiser";
import { expect, it } from "vitest";

const require = createRequire(import.meta.url);
const files = (require("../.dependency-cruiser.cjs") as IFlattenedRuleSet).forbidden ?? [];
const folders = (require("../.dependency-cruiser-folders.cjs") as IFlattenedRuleSet).forbidden ?? [];

/** The rules that files such as these, each with what it imports, are refused by. */
async function refusedBy(planted: Record<string, string[]>, forbidden = files): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), "imports-"));
  try {
    for (const [file, imports] of Object.entries(planted)) {
      mkdirSync(join(baseDir, dirname(file)), { recursive: true });
      const lines = imports.map((path, place) => `import { x as x${place} } from "${path}";`);
      writeFileSync(join(baseDir, file), [...lines, "export const x = 1;"].join("\n"));
    }
    const { output } = await cruise(["."], { baseDir, validate: true, ruleSet: { forbidden } });
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name).sort();
  } finally {
    rmSync(baseDir, { recursive: true });
  }
}

it.each([
  ["core that imports a feature", "core-knows-no-feature", "app/core/list/a.js", "app/features/users/b.js"],
  ["core that imports the composition root", "core-knows-no-feature", "app/core/list/a.js", "app/resources.server.js"],
  [
    "what core does for its routes that imports a guard",
    "core-asks-no-guard",
    "app/core/list/a.server.js",
    "app/auth/b.js",
  ],
  ["auth that imports a feature", "auth-knows-no-feature", "app/auth/a.js", "app/features/users/b.js"],
  ["the kit that imports auth", "ui-knows-nobody", "app/ui/a.js", "app/auth/b.js"],
  ["the database that imports the app", "db-knows-no-app", "db/a.js", "app/core/list/b.js"],
  [
    "a feature that imports another's screen",
    "features-keep-their-screens",
    "app/features/users/a.js",
    "app/features/orders/b.tsx",
  ],
])("%s is refused", async (_, rule, from, to) => {
  const path = `${"../".repeat(from.split("/").length - 1)}${to}`;
  expect(await refusedBy({ [from]: [path], [to]: [] })).toEqual([rule]);
});

it("a cycle of two files is refused", async () => {
  expect(await refusedBy({ "app/core/a.js": ["./b.js"], "app/core/b.js": ["./a.js"] })).toEqual(["no-cycle"]);
});

it("a cycle of two folders is refused, though no files are one", async () => {
  const planted = { "app/core/a/a.js": ["../b/b.js"], "app/core/b/b.js": [], "app/core/b/c.js": ["../a/a.js"] };
  expect(await refusedBy(planted)).toEqual([]);
  expect(new Set(await refusedBy(planted, folders))).toEqual(new Set(["no-folder-cycle"]));
});

it("what may be imported is not refused: parts of another feature, its own screens, and what is below", async () => {
  const files = {
    "app/features/users/a.tsx": ["./b.tsx", "../orders/parts/c.tsx", "../orders/orders.server.js", "../../core/d.js"],
    "app/features/users/b.tsx": ["../../auth/e.js", "../../ui/f.js", "../../../db/g.js"],
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

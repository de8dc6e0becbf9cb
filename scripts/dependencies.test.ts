import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config } from "config";

const read = (path: string) => readFileSync(join(config.root, path), "utf8");

type Versions = Record<string, string>;
const packages = ["package.json", "e2e/firebase/package.json"].map(
  (path) => JSON.parse(read(path)) as Record<"dependencies" | "devDependencies" | "overrides", Versions | undefined>,
);

/** Dependencies that no source file imports, each with its use. */
const notImported = {
  "@flydotio/litestream": "brings the program that the tests and docs/backup.md run",
  "@remix-run/serve": "lets any Remix server run the bundle, see docs/decisions/0046-libraries-taken-and-not.md",
  "@testing-library/dom": "is a peer dependency of @testing-library/react",
  "oxlint-tsgolint": "is what oxlint checks types by",
};

test("every dependency is pinned to an exact version", () => {
  const versions = packages.flatMap(({ dependencies, devDependencies, overrides }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...overrides }),
  );
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("every dependency is imported somewhere, or listed with its reason", () => {
  const sources = ["app", "config", "db", "e2e", "scripts", "server", "tools"]
    .flatMap((folder) =>
      readdirSync(join(config.root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(css|[cm]?[jt]sx?)$/.test(entry.name))
        .filter(({ name, parentPath }) => !parentPath.includes("node_modules") && name !== "dependencies.test.ts")
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
    )
    .concat(
      readdirSync(config.root)
        .filter((name) => /\.ts$|^tsconfig\.json$/.test(name))
        .map(read),
    )
    .join("\n");
  const isImported = (name: string) => {
    const types = name.replace(/^@types\//, "");
    return [`"${types}"`, `"${types}/`, `node_modules/${types}/`].some((text) => sources.includes(text));
  };
  const { dependencies, devDependencies } = packages[0]!;
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isImported(name));
  expect(unused.sort()).toEqual(Object.keys(notImported));
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config } from "config";
import { exhaustiveTag, fullTestPlan, slowestFiles, testPlan, unreportedFiles } from "./test-plan.mjs";

const folder = join(config.root, "e2e");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const specs = sources.filter(({ name }) => name.endsWith(".spec.ts"));

/** Returns the titles of the tests and groups in a source text. */
const titlesIn = (text: string) =>
  [...text.matchAll(/\btest(?:\.describe)?\(\s*(?:"([^"\n]*)"|`([^`]*)`)/g)].map((match) => match[1] ?? match[2] ?? "");

test("npm run test:full leaves out no browser test, and npm test only exhaustive ones", () => {
  expect(fullTestPlan.playwright).toEqual([]);
  expect(testPlan.playwright).toEqual(["--grep-invert", exhaustiveTag]);
  expect(readFileSync(join(config.root, "playwright.config.ts"), "utf8")).not.toMatch(/grep|testIgnore|testMatch/);
});

test("every file with browser tests has a name that Playwright finds", () => {
  const others = sources.filter(({ name, text }) => !name.endsWith(".spec.ts") && titlesIn(text).length > 0);
  expect(others.map(({ name }) => name)).toEqual([]);
  expect(specs.length).toBeGreaterThan(50);
});

test("no title of a browser test has a tag that no run knows", () => {
  const tags = specs.flatMap(({ name, text }) =>
    titlesIn(text).flatMap((title) => (title.match(/(?<= )@\w+/g) ?? []).map((tag) => [name, tag])),
  );
  expect(tags.filter(([, tag]) => tag !== exhaustiveTag)).toEqual([]);
});

test("npm test keeps a browser journey of every feature and settings page", () => {
  const without = specs
    .filter(({ name }) => /^(features|settings)\//.test(name))
    .filter(({ text }) => titlesIn(text).every((title) => title.includes(exhaustiveTag)));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("a spec file of which a full run has no result is found", () => {
  const report = { suites: [{ file: "features/orders.spec.ts" }] };
  const files = ["features/orders.spec.ts", "features/users.spec.ts"];
  expect(unreportedFiles(files, report)).toEqual(["features/users.spec.ts"]);
  expect(unreportedFiles(files, undefined)).toEqual(files);
});

test("the slowest spec files are listed with the seconds of all their tests and retries", () => {
  const specs = (...durations: number[]) => [{ tests: [{ results: durations.map((duration) => ({ duration })) }] }];
  const report = {
    suites: [
      { file: "quick.spec.ts", specs: specs(900) },
      { file: "slow.spec.ts", specs: specs(2_000, 3_000), suites: [{ file: "slow.spec.ts", specs: specs(1_000) }] },
    ],
  };
  expect(slowestFiles(report)).toEqual(["slow.spec.ts 6 s", "quick.spec.ts 1 s"]);
  expect(slowestFiles(report, 1)).toEqual(["slow.spec.ts 6 s"]);
});

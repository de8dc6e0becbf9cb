/** Follows `docs/add-a-resource.md` literally, in a copy of the repository. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");
const left = new Set([".git", "node_modules", "build", "build.new", "data", ".cache", "test-results", ".env"]);

interface Step {
  /** Info string, such as `ts file=app/routes.ts`, `diff file=app/routes.ts` or `sh run`. */
  info: string;
  body: string;
}

/** Returns the code blocks of the document, in order. */
const stepsIn = (text: string): Step[] =>
  [...text.matchAll(/^```(\S.*)\n([^]*?)^```$/gm)].map(([, info = "", body = ""]) => ({ info, body }));

/** Applies a diff block, whose context must occur exactly once in the file. */
function patched(source: string, diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const found = source.split(`${before.join("\n")}\n`).length - 1;
  if (found !== 1) throw new Error(`These lines stand ${found} times, not once:\n${before.join("\n")}`);
  return source.replace(`${before.join("\n")}\n`, () => `${lines.map((line) => line.slice(1)).join("\n")}\n`);
}

/** Runs a command of the document; throws an error with its output if it fails. */
function execute(command: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    shell: true,
    encoding: "utf8",
    env: { ...process.env, CI: "" },
  });
  if (status !== 0) throw new Error(`${command}\n${stdout.slice(-6000)}\n${stderr.slice(-3000)}`);
}

let copy: string;

test.beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "portico-resource-"));
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

test.afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a resource added by the words of docs/add-a-resource.md compiles, passes its checks, and breaks no other page", () => {
  test.setTimeout(900_000); // types, import rules and tests of the whole repository
  const text = readFileSync(join(root, "docs/add-a-resource.md"), "utf8");
  const steps = stepsIn(text.slice(0, text.indexOf("## Add a field")));
  expect(steps.length).toBeGreaterThan(20);
  const written: string[] = [];
  for (const { info, body } of steps) {
    const file = /file=(\S+)/.exec(info)?.[1];
    if (info === "sh run") execute(body, copy);
    else if (file === undefined)
      throw new Error(`This block says neither which file it is of nor that it is run: ${info}`);
    else {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, info.startsWith("diff ") ? patched(readFileSync(path, "utf8"), body) : body);
      written.push(file);
    }
  }
  writeFileSync(join(copy, "app/other-pages.test.ts"), otherPages);
  execute("npx vitest run --project=!emulator app/other-pages.test.ts", copy);
  execute(`npx prettier --check ${[...new Set(written)].join(" ")}`, copy);
});

/** A test for the copy: lists of all resources, and actions on the new one. */
const otherPages = `
import { expect, it } from "vitest";
import { lists } from "~/core/list/define-list.server";
import { resources } from "~/core/resource/registry.server";
import { action as create } from "~/features/suppliers/create";
import { loader as edit } from "~/features/suppliers/edit";
import { loader as list } from "~/features/suppliers/list";
import { loader as activity } from "~/features/records/activity";
import { listScreen } from "~/core/list/define-list.server";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn } from "~/testing/requests";
import "./resources.server";

testDatabase();

it("every list is shown, and every resource is found", async () => {
  for (const each of lists()) expect((await listScreen(each, cast.ada, get(each.path))).view.title).toBe(each.title);
  for (const { entity, listing } of resources()) expect([entity, listing.path]).not.toContain("");
});

it("a supplier is made, listed, opened and in the activity", async () => {
  const made = await run(create, await signedIn(post("/suppliers/create", { name: "Fjord AS", email: "" }), cast.ada));
  expect([made.status, made.location]).toEqual([303, "/suppliers"]);
  const shown = await run<{ suppliers: object[] }>(list, await signedIn("/suppliers?q=fjord", cast.ada));
  expect(shown.data.suppliers).toEqual([{ id: 1, name: "Fjord AS", email: "" }]);
  expect((await run(edit, await signedIn("/suppliers/1", cast.ada), { id: "1" })).status).toBe(200);
  expect((await run(activity, await signedIn("/activity?entity=suppliers", cast.ada))).status).toBe(200);
});
`;

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

test("a resource added by the words of docs/add-a-resource.md compiles, passes its checks, and breaks no other page @exhaustive", () => {
  test.setTimeout(900_000); // types, import rules and tests of the whole repository
  const text = readFileSync(join(root, "docs/add-a-resource.md"), "utf8");
  const steps = stepsIn(text.slice(0, text.indexOf("## Add a field")));
  expect(steps.length).toBeGreaterThan(15);
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
import { importerFor } from "~/core/import/importers.server";
import { listScreen, lists } from "~/core/list/define-list.server";
import { resources } from "~/core/resource/registry.server";
import { loader as read, action as write } from "~/features/api/resource";
import { loader as file } from "~/features/records/export";
import { loader as activity } from "~/features/records/activity";
import { action as create } from "~/features/suppliers/create";
import { loader as edit } from "~/features/suppliers/edit";
import { loader as list } from "~/features/suppliers/list";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn } from "~/testing/requests";
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
  const opened = await run<{ page: object }>(edit, await signedIn("/suppliers/1", cast.ada), { id: "1" });
  expect(opened.data.page).toMatchObject({ name: "Fjord AS", path: "/suppliers/1", mayChange: true });
  expect((await run(activity, await signedIn("/activity?entity=suppliers", cast.ada))).status).toBe(200);
  expect((await run<object[]>(file, await signedIn("/suppliers.json", cast.ada))).data).toEqual([{ id: 1, name: "Fjord AS", email: "" }]);
});

it("suppliers are closed without permission, and read-only with permission to view", async () => {
  const made = () => signedIn(post("/suppliers/create", { name: "Fjord AS", email: "" }), cast.ben);
  await letIn(cast.ben, "staff", { support: "change" });
  expect((await run(list, await signedIn("/suppliers", cast.ben))).status).toBe(403);
  await letIn(cast.ben, "staff", { sales: "view" });
  expect((await run(list, await signedIn("/suppliers", cast.ben))).status).toBe(200);
  expect((await run(create, await made())).status).toBe(403);
});

it("a supplier is made and changed by /api, and by a file", async () => {
  const sent = await run<object>(write, await signedIn(send("POST", "/api/suppliers", { name: "Fjord AS" }), cast.ada));
  expect(sent.data).toMatchObject({ supplier: { id: 1, name: "Fjord AS", email: "" } });
  await run(write, await signedIn(send("PATCH", "/api/suppliers?id=1", { email: "post@fjord.example" }), cast.ada));
  const listed = await run<object[]>(read, await signedIn("/api/suppliers", cast.ada));
  expect(listed.data).toMatchObject([{ id: 1, name: "Fjord AS", email: "post@fjord.example" }]);
  const importer = importerFor("suppliers");
  expect(Object.keys(importer.fields)).toEqual(["id", "name", "email"]);
  expect(await importer.read({ name: "Nord", email: "x" }, undefined, {})).toMatchObject({ ok: false });
  expect(await importer.read({ name: "Nord" }, undefined, {})).toEqual({ ok: true, values: { name: "Nord" } });
});
`;

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config } from "config";
import { write } from "db";
import { testDatabase } from "~/testing/database";
import { restoreReplica } from "./restore";

testDatabase({ empty: true });

test.each([
  ["yesterday", "yesterday is no moment. Write it with its time zone, such as 2026-11-25T14:30:00+01:00."],
  ["2026-11-25T14:30:00", "is no moment"],
  ["2026-11-25T25:30:00Z", "is no moment"],
  ["2026-02-30T10:00:00Z", "is no moment"],
  ["2999-01-01T00:00:00Z", "is in the future"],
])("%s is refused", async (moment, sentence) => {
  await expect(restoreReplica(moment)).rejects.toThrow(sentence);
});

test("a database in use is left alone", async () => {
  await write(async () => undefined);
  await expect(restoreReplica()).rejects.toThrow("The server is running with this database. Stop it first");
});

test("Litestream understands the settings of deploy, which keep what was as long as backups are kept", () => {
  const deploy = (name: string) => join(config.root, "deploy", name);
  const program = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
  const path = createRequire(import.meta.url).resolve(program);
  const { stdout } = spawnSync(path, ["databases", "-config", deploy("litestream.yml")], { encoding: "utf8" });
  expect(stdout).toMatch(/\/var\/lib\/portico\/portico\.db +s3/);
  const days = /-mtime \+(\d+)/.exec(readFileSync(deploy("portico-backup.service"), "utf8"))?.[1];
  expect(readFileSync(deploy("litestream.yml"), "utf8")).toContain(`retention: ${Number(days) * 24}h`);
});

import { once } from "node:events";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { facts } from "db/schema";
import { testDatabase, withConfig } from "~/testing/database";
import { restoreReplica } from "./restore";

testDatabase({ empty: true });

const litestream = createRequire(import.meta.url).resolve(
  `@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
);

test.each([
  ["yesterday", "yesterday is not a time. Include the time zone, such as 2026-11-25T14:30:00+01:00."],
  ["2026-11-25T14:30:00", "is not a time"],
  ["2026-11-25T25:30:00Z", "is not a time"],
  ["2026-02-30T10:00:00Z", "is not a time"],
  ["2999-01-01T00:00:00Z", "is in the future"],
])("%s is refused", async (moment, sentence) => {
  await expect(restoreReplica(moment)).rejects.toThrow(sentence);
});

test("a database in use is not replaced", async () => {
  await write(async () => undefined);
  await expect(restoreReplica()).rejects.toThrow("The server is running with this database. Stop it first");
});

test("Litestream accepts the settings in deploy, which keep history as long as backups are kept", () => {
  const deploy = (name: string) => join(config.root, "deploy", name);
  const { stdout } = spawnSync(litestream, ["databases", "-config", deploy("litestream.yml")], { encoding: "utf8" });
  expect(stdout).toMatch(/\/var\/lib\/portico\/portico\.db +s3/);
  const days = /-mtime \+(\d+)/.exec(readFileSync(deploy("portico-backup.service"), "utf8"))?.[1];
  expect(readFileSync(deploy("litestream.yml"), "utf8")).toContain(`retention: ${Number(days) * 24}h`);
});

describe("on a machine that has lost its data folder", () => {
  let folder: string;
  let path: string | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "portico-copy-"));
    path = process.env.PATH;
    process.env.PATH = `${dirname(litestream)}${delimiter}${path}`;
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true, force: true });
  });

  const note = (value: string) =>
    write(
      async (tx) =>
        void (await tx
          .insert(facts)
          .values({ name: "note", value })
          .onConflictDoUpdate({ target: facts.name, set: { value } })),
    );

  test("a moment is restored as it was, and without one the latest state", async () => {
    const { databaseFile } = config;
    const litestreamConfig = join(folder, "litestream.yml");
    const replicas = [{ path: join(folder, "copy"), "sync-interval": "50ms" }];
    const dbs = [{ path: databaseFile, "monitor-interval": "50ms", replicas }];
    writeFileSync(litestreamConfig, JSON.stringify({ dbs })); // JSON is valid YAML
    const run = (command: string) =>
      spawnSync(litestream, [command, "-config", litestreamConfig, databaseFile], { encoding: "utf8" }).stdout;
    const copies = () => run("wal").split("\n").length;

    await note("before");
    const replicate = spawn(litestream, ["replicate", "-config", litestreamConfig], { stdio: "ignore" });
    try {
      await vi.waitFor(() => expect(run("snapshots").split("\n").length).toBeGreaterThan(2), { timeout: 30_000 });
      let moment = "";
      for (const value of ["then", "now"]) {
        const copied = copies();
        await note(value);
        await vi.waitFor(() => expect(copies()).toBeGreaterThan(copied), { timeout: 30_000 });
        const noted = Date.now();
        await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(noted + 1_000), { timeout: 30_000 }); // Litestream counts whole seconds
        moment ||= new Date().toISOString();
      }
      replicate.kill("SIGKILL");
      await once(replicate, "exit");

      const restored = async (...given: string[]) => {
        await closeDatabase();
        rmSync(dirname(databaseFile), { recursive: true });
        await withConfig({ litestreamConfig }, () => restoreReplica(...given));
        return (await db.select().from(facts).where(eq(facts.name, "note")))[0]?.value;
      };
      expect([await restored(moment), await restored()]).toEqual(["then", "now"]);
    } finally {
      replicate.kill("SIGKILL");
    }
  });
});

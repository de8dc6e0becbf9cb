import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { config } from "config";
import { testDatabase } from "~/testing/database";
import { closeDatabase, tidyFile, write } from ".";
import { checkpointed } from "./checkpoint";
import { openReader } from "./connection";

testDatabase({ empty: true });

const megabyte = 1024 * 1024;
const sizes = () => ({ file: statSync(config.databaseFile).size, log: statSync(`${config.databaseFile}-wal`).size });
const fill = (megabytes: number) =>
  write(async (tx) => {
    tx.run(sql`create table if not exists blobs (bytes)`);
    for (let made = 0; made < megabytes; made++) tx.run(sql`insert into blobs values (randomblob(${megabyte}))`);
  });

it("a large change is taken into the file behind its commit, and the next one cuts the log", async () => {
  await fill(1);
  await checkpointed();
  const before = sizes();
  await fill(10);
  await checkpointed();
  expect(sizes().file).toBeGreaterThan(before.file + 9 * megabyte);
  expect(sizes().log).toBeGreaterThan(9 * megabyte);
  await write(async (tx) => void tx.run(sql`delete from blobs where rowid = 1`));
  await write(async (tx) => void tx.run(sql`delete from blobs where rowid = 2`));
  await checkpointed();
  expect(sizes().log).toBeLessThan(5 * megabyte);
});

it("what somebody still reads is left to a later time, and nothing is lost", async () => {
  await fill(1);
  const reader = new Database(config.databaseFile, { readonly: true });
  reader.exec("begin");
  const count = () => reader.prepare("select count(*) from blobs").pluck().get();
  expect(count()).toBe(1);
  await fill(10);
  await checkpointed();
  expect(count()).toBe(1);
  reader.exec("commit");
  expect(count()).toBe(11);
  reader.close();
  await tidyFile();
  expect(sizes().log).toBe(0);
  await fill(6);
  await closeDatabase();
  const after = openReader(config.databaseFile);
  expect(after.prepare("select count(*) from blobs").pluck().get()).toBe(17);
  expect(after.pragma("integrity_check", { simple: true })).toBe("ok");
  after.close();
});

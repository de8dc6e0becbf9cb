import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { config } from "config";
import { testDatabase, withConfig } from "~/testing/database";
import { closeDatabase, tidyFile, write } from ".";
import { checkpointed } from "./checkpoint";
import { openReader } from "./connection";

testDatabase({ empty: true });

const threads: Worker[] = [];
process.on("worker", (thread) => threads.push(thread));

const megabyte = 1024 * 1024;
const sizes = () => ({ file: statSync(config.databaseFile).size, log: statSync(`${config.databaseFile}-wal`).size });
const fill = (megabytes: number) =>
  write(async (tx) => {
    tx.run(sql`create table if not exists blobs (bytes)`);
    for (let made = 0; made < megabytes; made++) tx.run(sql`insert into blobs values (randomblob(${megabyte}))`);
  });

it("a large change is checkpointed after its commit, and the next one truncates the log", async () => {
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

it("pages that somebody still reads are checkpointed later, and nothing is lost", async () => {
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

it("tidying empties the log in one thread, which does not fail", async () => {
  await threads.at(-1)?.terminate();
  const before = threads.length;
  for (let times = 0; times < 2; times++) {
    await fill(1);
    expect(sizes().log).toBeGreaterThan(megabyte);
    await tidyFile();
    expect(sizes().log).toBe(0);
  }
  expect(threads.length).toBe(before + 1); // a failed thread ends, and the next checkpoint starts another
});

it("many changes in a row do not leave a long log", async () => {
  for (let made = 0; made < 25; made++) await fill(5);
  expect(sizes().log).toBeLessThan(64 * megabyte);
});

it("with Litestream, checkpoints are left to it unless it is gone and the log grows without end", async () => {
  const litestream = createServer((_, res) => res.end());
  await new Promise<void>((resolve) => litestream.listen(0, "127.0.0.1", resolve));
  const { port } = litestream.address() as AddressInfo;
  await withConfig({ litestreamMetricsUrl: `http://127.0.0.1:${port}/metrics` }, async () => {
    await fill(1);
    for (const size of [40, 40, 200]) {
      const { file, log } = sizes();
      await fill(size);
      await checkpointed();
      await tidyFile();
      expect(sizes()).toEqual({ file, log: expect.toSatisfy((now) => now > log + (size - 5) * megabyte) as number });
    }
    litestream.close().closeAllConnections();
    await fill(1);
    await checkpointed();
    const before = sizes().log;
    await fill(1);
    expect(sizes().log).toBeLessThan(before);
  });
});

it("a very long log is truncated before the next change, by the other thread", async () => {
  await fill(40);
  expect(sizes().log).toBeGreaterThan(40 * megabyte);
  let begun = Infinity;
  await write(async () => void (begun = sizes().log));
  expect(begun).toBe(0);
});

it("a change that starts during a checkpoint is made before the database closes", async () => {
  await fill(10);
  const closing = closeDatabase();
  const late = write(async (tx) => {
    await checkpointed();
    await turn();
    tx.run(sql`delete from blobs`);
  });
  await Promise.all([late, closing]);
  const after = openReader(config.databaseFile);
  expect(after.prepare("select count(*) from blobs").pluck().get()).toBe(0);
  after.close();
});

it("a thread that ends late does not affect its successor", async () => {
  await fill(6);
  await checkpointed();
  const failed = threads.at(-1);
  failed?.emit("error", new Error("It broke."));
  await fill(6);
  await checkpointed();
  const next = threads.at(-1);
  expect(next).not.toBe(failed);
  await failed?.terminate();
  await fill(6);
  await checkpointed();
  expect(threads.at(-1)).toBe(next);
});

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "config";
import { testDatabase } from "~/testing/database";
import { replicaLooks } from "./age";

testDatabase({ empty: true });

/** Output of Litestream's metrics; the real program is tested in e2e/server/replica.spec.ts. */
let says = "";
const litestream = createServer((_, res) => res.end(says));
await new Promise<void>((resolve) => litestream.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(litestream.address() as AddressInfo).port}/metrics`;
afterAll(() => void litestream.close());

const start = new Date("2026-03-01T12:00:00Z").getTime();
let look: ReturnType<typeof replicaLooks>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  look = replicaLooks(url, config.databaseFile);
});
afterEach(() => void vi.useRealTimers());

/** Sets the metrics: number of syncs, and the position of each replica. */
function copies(syncs: number, ...ends: ([index: number, offset: number] | "nothing yet")[]) {
  const label = `db=${JSON.stringify(config.databaseFile)}`;
  says = [
    'litestream_sync_count{db="/elsewhere/portico.db"} 1000',
    `litestream_sync_count{${label}} ${syncs + 3}`,
    `litestream_sync_error_count{${label}} 3`,
    ...ends.map((_, copy) => `litestream_replica_validation_total{${label},name="${copy}",status="ok"} 0`),
    ...ends.flatMap((end, copy) =>
      end === "nothing yet" ? [] : `litestream_replica_wal_index{${label},name="${copy}"} ${end[0]}`,
    ),
    ...ends.flatMap((end, copy) =>
      end === "nothing yet" ? [] : `litestream_replica_wal_offset{${label},name="${copy}"} ${end[1].toExponential()}`,
    ),
    "",
  ].join("\n");
}

/** Sets the end of Litestream's local log. */
function logEnds(generation: string, index: number, size: number) {
  const folder = join(config.dataDir, ".portico.db-litestream");
  const log = join(folder, "generations", generation, "wal");
  mkdirSync(log, { recursive: true });
  writeFileSync(join(folder, "generation"), `${generation}\n`);
  writeFileSync(join(log, `${index.toString(16).padStart(8, "0")}.wal`), "x".repeat(size));
}

/** Sets up a log whose replica has begun and is behind, and checks it once. */
async function begun(generation: string, index: number, size: number) {
  logEnds(generation, index, size);
  copies(1e6, [0, 1]); // Litestream is restarted after that
  await lookAt(-2);
}

/** Checks the replica a number of seconds after the start. */
async function lookAt(second: number) {
  vi.setSystemTime(start + second * 1_000);
  const known = await look();
  return known === undefined ? undefined : (known - start) / 1_000;
}

test("a copy includes a moment once it has reached the end that the log had after it", async () => {
  await begun("a", 0, 4000);
  copies(10, [0, 4000]);
  expect(await lookAt(0), "a first look cannot know").toBeUndefined();
  copies(11, [0, 4000]);
  expect(await lookAt(1), "one reading may have begun before").toBeUndefined();
  copies(12, [0, 4000]);
  expect(await lookAt(2)).toBe(0);
  logEnds("a", 0, 6000);
  copies(14, [0, 4000]);
  expect(await lookAt(4), "what was changed is not there").toBe(0);
  logEnds("a", 1, 100);
  copies(16, [0, 5999]);
  expect(await lookAt(6)).toBe(0);
  copies(18, [1, 50]);
  expect(await lookAt(8), "the next file of the log").toBe(2);
});

test("a copy without progress since the start of Litestream is not trusted", async () => {
  await begun("g", 0, 4000);
  for (const second of [0, 2, 4]) {
    copies(10 + second, [0, 4000], "nothing yet");
    expect(await lookAt(second)).toBeUndefined();
  }
  copies(16, [0, 4000], [0, 4000]);
  expect(await lookAt(6)).toBe(0);
});

test("the slowest of several copies counts", async () => {
  await begun("b", 0, 4000);
  copies(10, [0, 4000], [0, 3000]);
  await lookAt(0);
  copies(20, [0, 4000], [0, 3000]);
  expect(await lookAt(2)).toBeUndefined();
  copies(22, [0, 4000], [0, 4000]);
  expect(await lookAt(4)).toBe(0);
});

test("nothing counts as copied while Litestream cannot read the database", async () => {
  await begun("c", 0, 4000);
  copies(10, [0, 4000]);
  await lookAt(0);
  expect(await lookAt(60)).toBeUndefined();
});

test("the position of an earlier copy is not taken for one in a new log", async () => {
  await begun("d", 22, 4000);
  copies(10, [22, 3000]);
  await lookAt(0);
  copies(12, [22, 3000]);
  await lookAt(2);
  logEnds("e", 0, 4000);
  for (const second of [4, 6, 8]) {
    copies(10 + second, [22, 3000]);
    expect(await lookAt(second)).toBeUndefined();
  }
  copies(20, [0, 4000]);
  expect(await lookAt(10)).toBe(4);
});

test("the position of an earlier copy is not trusted even if the new log has passed it", async () => {
  await begun("h", 0, 3000);
  copies(10, [0, 3000]);
  await lookAt(0);
  logEnds("i", 0, 2000);
  copies(12, [0, 3000]);
  await lookAt(2);
  logEnds("i", 0, 2500);
  copies(14, [0, 3000]);
  await lookAt(4);
  logEnds("i", 0, 4000);
  copies(16, [0, 3000]);
  expect(await lookAt(6)).toBeUndefined();
  copies(18, [0, 4000]);
  expect(await lookAt(8)).toBe(2);
});

test("a temporary file of Litestream does not count as part of its log", async () => {
  await begun("j", 5, 4000);
  writeFileSync(join(config.dataDir, ".portico.db-litestream", "generations", "j", "wal", "00000006.wal.tmp"), "x");
  copies(10, [5, 3000]);
  await lookAt(0);
  copies(12, [5, 3000]);
  expect(await lookAt(2)).toBeUndefined();
  copies(14, [5, 4000]);
  expect(await lookAt(4)).toBe(0);
});

test("counting starts again when Litestream was restarted", async () => {
  await begun("f", 0, 4000);
  copies(1000, [0, 4000]);
  await lookAt(0);
  copies(2);
  expect(await lookAt(2), "it has copied nothing yet").toBeUndefined();
  copies(4, [0, 4000]);
  expect(await lookAt(4)).toBe(2);
});

test("a message says what is wrong", async () => {
  says = 'litestream_sync_count{db="/elsewhere/portico.db"} 1000\n';
  await expect(look()).rejects.toThrow(`makes no copy of ${config.databaseFile}. Name that file in litestream.yml.`);
  copies(1, [0, 4000]);
  const elsewhere = replicaLooks(url.replace(/:\d+/, ":9"), config.databaseFile);
  await expect(elsewhere()).rejects.toThrow("Litestream does not answer at http://127.0.0.1:9/metrics");
});

import { copyFileSync, renameSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import express from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "config";
import { closeDatabase, otherProcesses, tidyFile, write } from "db";
import { facts } from "db/schema";
import { diskLimits } from "db/space";
import { testDatabase } from "~/testing/database";
import { health } from "./health";
import { serving } from "./testing/http";

testDatabase({ empty: true });

let current: ReturnType<typeof health>;
const { ask } = await serving(express().get("/health", (req, res, next) => current(req, res, next)));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T12:00:00Z") });
  current = health();
});
const usual = { ...otherProcesses };
afterEach(() => {
  vi.useRealTimers();
  Object.assign(otherProcesses, usual);
});

async function askHealth() {
  const { status: code, headers, text } = await ask("/health");
  expect(headers["cache-control"]).toBe("no-store");
  return { code, ...(JSON.parse(text) as Record<string, unknown>) };
}

const backedUp = (at: string) =>
  write(async (tx) => void (await tx.insert(facts).values({ name: "lastBackupAt", value: at })));

test("a working server says so, with its version and that there is no backup", async () => {
  expect(await askHealth()).toEqual({
    code: 200,
    status: "ok",
    version: config.version,
    database: { writable: true, replaced: false },
    backup: { last: null, olderThanADay: true },
    replica: null,
    disk: { freeBytes: expect.any(Number), low: false },
    mail: { retrying: 0, givenUp: 0 },
    maintenance: { last: null, failed: [] },
  });
});

test("a disk that becomes full is reported while everything still works", async () => {
  const usualLow = diskLimits.low;
  diskLimits.low = Infinity;
  const found = await askHealth();
  diskLimits.low = usualLow;
  expect(found).toMatchObject({
    code: 200,
    disk: { freeBytes: expect.any(Number), low: true, problem: expect.stringContaining("disk is almost full") },
  });
});

test("a backup of today is distinguished from one of yesterday", async () => {
  await backedUp("2026-02-28T13:00:00.000Z");
  expect(await askHealth()).toMatchObject({ backup: { last: "2026-02-28T13:00:00.000Z", olderThanADay: false } });
  vi.setSystemTime(new Date("2026-03-01T13:00:01Z"));
  expect(await askHealth()).toMatchObject({ backup: { olderThanADay: true } });
});

test("a replaced database file is a 503, although the old file still accepts writes", async () => {
  await backedUp("2026-02-28T13:00:00.000Z");
  expect((await askHealth()).code).toBe(200);
  copyFileSync(config.databaseFile, `${config.databaseFile}.new`);
  renameSync(`${config.databaseFile}.new`, config.databaseFile);
  vi.setSystemTime(new Date("2026-03-01T12:00:05Z"));
  const answer = await ask("/health");
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({
    status: "failing",
    problem: expect.stringContaining("Restart") as string,
    database: { writable: false, replaced: true },
    backup: { last: null },
  });
});

test("a removed database file is a 503", async () => {
  rmSync(config.databaseFile);
  expect((await ask("/health")).status).toBe(503);
});

test("a database that cannot be written is a 503", async () => {
  await closeDatabase();
  const other = new Database(config.databaseFile);
  other.exec("create trigger full before insert on facts begin select raise(abort, 'disk full'); end");
  other.close();
  const answer = await ask("/health");
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toMatchObject({ status: "failing", database: { writable: false, replaced: false } });
});

test.each([0, Infinity])(
  "a database that another program holds is a 503 at the first question, until it is let go, where changes wait for it %d milliseconds",
  async (patience) => {
    Object.assign(otherProcesses, { patience });
    const other = new Database(config.databaseFile);
    other.exec("begin immediate");
    for (const second of [1, 3]) {
      vi.setSystemTime(new Date(`2026-03-01T12:00:0${second}Z`));
      expect(await askHealth()).toMatchObject({
        code: 503,
        problem: "Another program holds the database, so it cannot be written. Stop that program.",
        database: { writable: false },
      });
    }
    other.exec("rollback");
    other.close();
    await tidyFile();
    vi.setSystemTime(new Date("2026-03-01T12:00:10Z"));
    expect((await askHealth()).code).toBe(200);
  },
);

test("a database that another program holds for a moment is healthy", async () => {
  const other = new Database(config.databaseFile);
  other.exec("begin immediate");
  setTimeout(() => other.exec("rollback"), 300);
  expect((await askHealth()).code).toBe(200);
  other.close();
});

test("a log that was removed under the server is a 503", async () => {
  await write(async () => undefined);
  rmSync(`${config.databaseFile}-wal`);
  expect(await askHealth()).toMatchObject({
    code: 503,
    problem: expect.stringContaining("its log was replaced or removed") as string,
    database: { replaced: true },
  });
});

test("a long change of the server itself is healthy, also after a check that failed", async () => {
  await closeDatabase();
  const other = new Database(config.databaseFile);
  other.exec("create trigger full before insert on facts begin select raise(abort, 'disk full'); end");
  expect((await askHealth()).code).toBe(503);
  other.exec("drop trigger full");
  other.close();
  let end = () => undefined as void;
  let made: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    made = write(() => new Promise<void>((resolve) => ((end = resolve), begun())));
  });
  vi.setSystemTime(new Date("2026-03-01T12:00:05Z"));
  expect(await askHealth()).toMatchObject({ code: 200, database: { writable: true } });
  end();
  await made;
});

test("many requests within a second cause one check, and the next second has its own", async () => {
  await closeDatabase();
  const other = new Database(config.databaseFile);
  other.exec(
    "create table looks (at); create trigger look after insert on facts begin insert into looks values (new.value); end",
  );
  other.exec("create trigger look_again after update on facts begin insert into looks values (new.value); end");
  const looks = () => other.prepare("select count(*) from looks").pluck().get();
  await Promise.all(Array.from({ length: 20 }, () => ask("/health")));
  expect(looks()).toBe(1);
  vi.setSystemTime(new Date("2026-03-01T12:00:02Z"));
  expect((await askHealth()).code).toBe(200);
  expect(looks()).toBe(2);
  other.close();
});

test("during a long change it answers immediately, and adds only one check to the queue", async () => {
  await closeDatabase();
  const other = new Database(config.databaseFile);
  other.exec(
    "create table looks (at); create trigger look after insert on facts begin insert into looks values (new.value); end",
  );
  const looks = () => other.prepare("select count(*) from looks").pluck().get();
  let end = () => undefined as void;
  const made = write(() => new Promise<void>((resolve) => (end = resolve)));
  for (const second of [1, 2, 3]) {
    vi.setSystemTime(new Date(`2026-03-01T12:00:1${second}Z`));
    expect(await askHealth()).toMatchObject({ code: 200, status: "ok", database: { writable: true } });
  }
  end();
  await made;
  await write(async () => undefined); // waits for the queued changes
  expect(looks()).toBe(1);
  other.close();
});

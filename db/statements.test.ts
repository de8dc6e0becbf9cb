import Database from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import * as utils from "drizzle-orm/utils";
import { expect, it } from "vitest";
import { config } from "config";
import { cast, testDatabase } from "~/testing/database";
import { db, write } from ".";
import { sessions, users } from "./schema";
import { keepingStatements, rowMapper } from "./statements";

testDatabase();

/** Returns a connection that counts compiled statements. */
function counting() {
  const connection = new Database(":memory:");
  let compiled = 0;
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (text: string) => (compiled++, prepare(text));
  return { connection, kept: () => keepingStatements(connection), compiled: () => compiled };
}

it("a text is compiled once per result mode, whoever asks", () => {
  const { kept, compiled } = counting();
  for (let times = 0; times < 3; times++) {
    expect(kept().prepare("select 1 as one").get()).toEqual({ one: 1 });
    expect(kept().prepare("select 1 as one").raw().get()).toEqual([1]);
    expect(kept().prepare("select 1 as one").all()).toEqual([{ one: 1 }]);
  }
  expect(compiled()).toBe(2);
});

it("the least recently used text is dropped from the cache", () => {
  const { kept, compiled } = counting();
  const ask = (number: number) => kept().prepare(`select ${number}`).get();
  for (let number = 0; number < 300; number++) ask(number);
  ask(0);
  ask(300);
  const before = compiled();
  ask(0);
  expect(compiled()).toBe(before);
  ask(1);
  expect(compiled()).toBe(before + 1);
});

it("very long texts are not cached", () => {
  const { kept, compiled } = counting();
  for (let times = 1; times <= 2; times++) {
    expect(
      kept()
        .prepare(`select 1 in (1${", 1".repeat(5_000)})`)
        .raw()
        .get(),
    ).toEqual([1]);
    expect(compiled()).toBe(times);
  }
});

it("cached statements return current rows, also after a change of the tables", async () => {
  const names = async () => (await db.select().from(users).where(eq(users.id, cast.ada.id))).map(({ name }) => name);
  expect(await names()).toEqual([cast.ada.name]);
  const other = new Database(config.databaseFile);
  other.exec("alter table users add column later text default 'x'");
  other.close();
  await write(async (tx) => void (await tx.update(users).set({ name: "Changed" }).where(eq(users.id, cast.ada.id))));
  expect(await names()).toEqual(["Changed"]);
  await write(async (tx) => void tx.run(sql`alter table users drop column later`));
  expect(await names()).toEqual(["Changed"]);
});

/** Drizzle's own mapping, which its types leave out. */
const { mapResultRow } = utils as unknown as {
  mapResultRow(fields: object[], values: unknown[], joins: undefined): object;
};

const now = new Date("2026-11-29T12:00:00.123Z");

it("rows are mapped as Drizzle maps them: dates, JSON, null, expressions and two tables", () => {
  const doubled = sql<number>`2`.mapWith((value: number) => value * 2);
  const fields = [
    { path: ["id"], field: users.id },
    { path: ["createdAt"], field: users.createdAt },
    { path: ["deletedAt"], field: users.deletedAt },
    { path: ["links"], field: users.links },
    { path: ["doubled"], field: doubled },
    { path: ["named"], field: doubled.as("named") },
    { path: ["sessions", "userId"], field: sessions.userId },
    { path: ["sessions", "createdAt"], field: sessions.createdAt },
  ];
  const values = [3, now.getTime(), null, "[]", 4, 5, 3, null];
  expect(rowMapper(fields)(values)).toEqual(mapResultRow(fields, values, undefined));
  expect(rowMapper(fields)(values)).toMatchObject({
    createdAt: now,
    deletedAt: null,
    doubled: 8,
    sessions: { userId: 3 },
  });
});

it("a left join without a row on its right gives null for that table", async () => {
  const [row] = await db.select().from(users).leftJoin(sessions, eq(sessions.userId, -1)).limit(1);
  expect(row?.users.id).toBeTypeOf("number");
  expect(row?.sessions).toBeNull();
});

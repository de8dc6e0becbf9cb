import Database from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { config } from "config";
import { cast, testDatabase } from "~/testing/database";
import { db, write } from ".";
import { users } from "./schema";
import { keepingStatements } from "./statements";

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

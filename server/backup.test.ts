import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { facts, sessions, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { backUp, restore } from "./backup";

testDatabase();

let number = 0;
let target = "";
beforeEach(() => (target = join(config.dataDir, "backups", `${++number}.db`)));
afterAll(closeDatabase);

const rename = (name: string) => write(async (tx) => void (await tx.update(users).set({ name }).where(eq(users.id, cast.ada.id))));
const adasName = async () => (await db.select().from(users).where(eq(users.id, cast.ada.id)))[0]?.name;

test("what was backed up comes back, and what was there instead is kept", async () => {
  await rename("Ada Before");
  await backUp(target);
  await rename("Ada After");
  await closeDatabase();

  const { kept } = await restore(target);
  expect(await adasName()).toBe("Ada Before");
  const replaced = new Database(kept, { readonly: true });
  expect(replaced.prepare("select name from users where id = ?").pluck().get(cast.ada.id)).toBe("Ada After");
  replaced.close();
});

test("a backup notes when it was made, and only its owner can read it", async () => {
  await backUp(target);
  const [fact] = await db.select().from(facts).where(eq(facts.name, "lastBackupAt"));
  expect(Date.now() - Date.parse(fact!.value)).toBeLessThan(10_000);
  expect(statSync(target).mode & 0o077).toBe(0);
  expect(statSync(dirname(target)).mode & 0o077).toBe(0);
  expect(readdirSync(join(config.dataDir, "backups")).filter((file) => file.startsWith(`${number}.db`))).toEqual([`${number}.db`]);
});

test("a backup holds no half of a change that is under way", async () => {
  let half!: () => void;
  const halfDone = new Promise<void>((resolve) => (half = resolve));
  const change = write(async (tx) => {
    await tx.update(users).set({ name: "Half" });
    half();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tx.update(users).set({ role: "Half" });
  });
  await halfDone;
  await Promise.all([backUp(target), change]);
  const copy = new Database(target, { readonly: true });
  expect(copy.prepare("select count(*) from users where name = 'Half'").pluck().get()).toBe(0);
  copy.close();
});

test("a file that exists is not overwritten by a backup", async () => {
  await backUp(target);
  await expect(backUp(target)).rejects.toThrow("exists already");
});

test("without a database there is nothing to back up, and nothing is made", async () => {
  await closeDatabase();
  const missing = `There is no database at ${config.databaseFile}. Set DATA_DIR`;
  rmSync(config.databaseFile);
  await expect(backUp(target)).rejects.toThrow(missing);
  await expect(async () => db.select().from(users)).rejects.toThrow(missing);
  expect([existsSync(config.databaseFile), existsSync(target)]).toEqual([false, false]);
});

test("what is no backup is called by the name it was given", async () => {
  const picture = join(config.dataDir, "ok.png");
  writeFileSync(picture, "\x89PNG ".repeat(2_000));
  await expect(restore(picture)).rejects.toThrow(`${picture} is damaged or not a database, so it is no backup.`);
  expect(existsSync(`${config.databaseFile}.incoming`)).toBe(false);
});

test("a backup that fails leaves nothing behind", async () => {
  await write(async (tx) => void tx.run(sql`delete from __drizzle_migrations`));
  await write(async (tx) => void tx.run(sql`insert into __drizzle_migrations (hash, created_at) values ('future', 9999999999999)`));
  await expect(backUp(target)).rejects.toThrow("newer Portico");
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(join(config.dataDir, "backups")).filter((file) => file.includes("unfinished"))).toEqual([]);
});

const signIn = () => write(async (tx) => void (await tx.insert(sessions).values({ tokenHash: "old", userId: cast.ada.id, device: "", address: "" })));

test("a backup is one file without sessions, whatever an earlier try left behind", async () => {
  await signIn();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.unfinished`, "half a backup");
  await backUp(target);
  const copy = new Database(target, { readonly: true });
  expect(copy.pragma("journal_mode", { simple: true })).toBe("delete");
  expect(copy.prepare("select count(*) from sessions").pluck().get()).toBe(0);
  copy.close();
});

test("a place that cannot be written is named in a sentence", async () => {
  await expect(backUp(join(config.databaseFile, "folder", "copy.db"))).rejects.toThrow("cannot be opened for writing");
});

test("a restore ends the sessions of the backup's time, and lets nobody else read", async () => {
  await backUp(target);
  const copy = new Database(target);
  copy.prepare("insert into sessions (token_hash, user_id, device, address) values ('old', ?, '', '')").run(cast.ada.id);
  copy.close();
  chmodSync(target, 0o644);
  await closeDatabase();
  await restore(target);
  expect(await db.select().from(sessions)).toEqual([]);
  expect(statSync(config.databaseFile).mode & 0o077).toBe(0);
});

test("a restore needs no database that is there, nor a sound one", async () => {
  await rename("Ada Before");
  await backUp(target);
  await closeDatabase();
  rmSync(config.databaseFile);
  expect(await restore(target)).toEqual({ kept: undefined });
  expect(await adasName()).toBe("Ada Before");

  await closeDatabase();
  for (const ending of ["", "-wal"]) writeFileSync(config.databaseFile + ending, "damaged");
  const { kept } = await restore(target);
  expect([kept, `${kept}-wal`].map((file) => readFileSync(file ?? "", "utf8"))).toEqual(["damaged", "damaged"]);
  expect(await adasName()).toBe("Ada Before");
});

test("nothing is restored under a running server", async () => {
  await backUp(target);
  const server = new Database(config.databaseFile);
  server.pragma("journal_mode = WAL");
  server.prepare("select 1 from users").get();
  await expect(restore(target)).rejects.toThrow("The server is running");
  server.close();
  expect(existsSync(`${config.databaseFile}.incoming`)).toBe(false);
});

test.each([
  ["a file that is not there", async () => undefined, "There is no file"],
  ["a file that is no database", async () => writeFileSync(target, "hello ".repeat(2_000)), "damaged or not a database"],
  ["a database of something else", async () => void new Database(target).exec("create table a (b)").close(), "not one of Portico"],
  ["a database of people who are not ours", async () => void new Database(target).exec("create table users (a)").close(), "not one of Portico"],
  ["a backup from a newer Portico", newerBackup, "newer Portico"],
  ["a damaged backup", damagedBackup, "damaged"],
])("%s is refused, and the database stays", async (_, make, sentence) => {
  await backUp(join(config.dataDir, "backups", `whole-${number}.db`));
  await make();
  await closeDatabase();
  const before = readFileSync(config.databaseFile);
  await expect(restore(target)).rejects.toThrow(sentence);
  expect(readFileSync(config.databaseFile).equals(before)).toBe(true);
});

async function newerBackup() {
  await backUp(target);
  const copy = new Database(target);
  copy.prepare("insert into __drizzle_migrations (hash, created_at) values ('future', 9999999999999)").run();
  copy.close();
}

async function damagedBackup() {
  await backUp(target);
  const bytes = readFileSync(target);
  bytes.fill(0xff, 4096 * 2, 4096 * 6);
  writeFileSync(target, bytes);
}

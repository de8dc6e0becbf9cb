import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { eq, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { config } from "config";
import { closeDatabase, db, otherProcesses, write } from "db";
import { prepareDatabase } from "db/migrate";
import * as schema from "db/schema";
import { facts, mails, sessions, users, waitingMails, credentialTables } from "db/schema";
import { replaceDatabase } from "db/replace-file";
import { cast, testDatabase } from "~/testing/database";
import { backUp, recordRetry, restore } from "./backup";

testDatabase();

let number = 0;
let target = "";
beforeEach(() => (target = join(config.dataDir, "backups", `${++number}.db`)));
afterAll(closeDatabase);

const rename = (name: string) =>
  write(async (tx) => void (await tx.update(users).set({ name }).where(eq(users.id, cast.ada.id))));
const adasName = async () => (await db.select().from(users).where(eq(users.id, cast.ada.id)))[0]?.name;

test("a restore brings back the backup, and keeps the replaced database", async () => {
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
  expect(readdirSync(join(config.dataDir, "backups")).filter((file) => file.startsWith(`${number}.db`))).toEqual([
    `${number}.db`,
  ]);
});

test("a backup contains no half of a running change", async () => {
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

describe("a backup while a server keeps changing the file", () => {
  const usual = { ...otherProcesses, noted: recordRetry.patience };
  afterEach(
    () =>
      void (Object.assign(otherProcesses, { patience: usual.patience }),
      Object.assign(recordRetry, { patience: usual.noted })),
  );

  /** Locks the database file from another connection; returns a function that unlocks it. */
  async function held() {
    await write(async () => undefined);
    Object.assign(otherProcesses, { patience: 1 });
    const other = new Database(config.databaseFile);
    other.exec("begin immediate");
    return () => (other.exec("commit"), other.close());
  }
  const lastBackup = () => db.$count(facts, eq(facts.name, "lastBackupAt"));

  test("succeeds, and is recorded once the database is free", async () => {
    const release = await held();
    const backup = backUp(target);
    await expect(write(async () => undefined)).rejects.toThrow("held by another program"); // fails after the first attempt of the backup
    expect(existsSync(target)).toBe(true);
    release();
    await backup;
    expect(await lastBackup()).toBe(1);
  });

  test("succeeds with a message if it could not be recorded", async () => {
    const release = await held();
    Object.assign(recordRetry, { patience: 1 });
    await expect(backUp(target)).rejects.toThrow(/is a whole backup, but \/health does not know of it/);
    release();
    expect([existsSync(target), await lastBackup()]).toEqual([true, 0]);
  });
});

test("a backup does not overwrite an existing file", async () => {
  await backUp(target);
  await expect(backUp(target)).rejects.toThrow("exists already");
});

test("without a database a backup fails and creates nothing", async () => {
  await closeDatabase();
  const missing = `There is no database at ${config.databaseFile}. Set DATA_DIR`;
  rmSync(config.databaseFile);
  await expect(backUp(target)).rejects.toThrow(missing);
  await expect(async () => db.select().from(users)).rejects.toThrow(missing);
  expect([existsSync(config.databaseFile), existsSync(target)]).toEqual([false, false]);
});

test("a file that is not a backup is reported with the name that was given", async () => {
  const picture = join(config.dataDir, "ok.png");
  writeFileSync(picture, "\x89PNG ".repeat(2_000));
  await expect(restore(picture)).rejects.toThrow(`${picture} is damaged or not a database.`);
  expect(existsSync(`${config.databaseFile}.incoming`)).toBe(false);
});

test("a failed backup leaves nothing behind", async () => {
  await write(async (tx) => void tx.run(sql`delete from __drizzle_migrations`));
  await write(
    async (tx) =>
      void tx.run(sql`insert into __drizzle_migrations (hash, created_at) values ('future', 9999999999999)`),
  );
  await expect(backUp(target)).rejects.toThrow("newer Portico");
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(join(config.dataDir, "backups")).filter((file) => file.includes("unfinished"))).toEqual([]);
});

const signIn = () =>
  write(
    async (tx) =>
      void (await tx.insert(sessions).values({ tokenHash: "old", userId: cast.ada.id, device: "", address: "" })),
  );

test("a backup is a single file without sessions, whatever an earlier attempt left behind", async () => {
  await signIn();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.unfinished`, "half a backup");
  await backUp(target);
  const copy = new Database(target, { readonly: true });
  expect(copy.pragma("journal_mode", { simple: true })).toBe("delete");
  expect(copy.prepare("select count(*) from sessions").pluck().get()).toBe(0);
  copy.close();
});

test("a folder that cannot be written is reported with a message", async () => {
  const folder = join(config.databaseFile, "folder");
  const place = join(folder, "copy.db");
  await expect(backUp(place)).rejects.toThrow(
    `${place} cannot be opened for writing. Make the file and its folder, ${folder}, writable`,
  );
});

/** Creates a backup with a row of each kind of credential, like old backups that still contained them. */
async function backupWithWaysIn() {
  await backUp(target);
  const copy = new Database(target);
  copy.exec(`
    insert into sessions (token_hash, user_id) values ('a', ${cast.ada.id});
    insert into sign_in_steps (token_hash, user_id, owes, way, remember, expires_at) values ('a', ${cast.ada.id}, 'code', 'password', 0, 9e12);
    insert into trusted_browsers (token_hash, user_id, expires_at) values ('a', ${cast.ada.id}, 9e12);
    insert into api_tokens (token_hash, user_id, name, start, areas, expires_at) values ('a', ${cast.ada.id}, 'Robot', 'a', '{}', 9e12);
    insert into invitations (code_hash, email, access, by_id, expires_at) values ('a', 'new@example.com', 'staff', ${cast.ada.id}, 9e12);
    insert into second_step_resets (user_id, code_hash, by_id, due_at) values (${cast.ada.id}, 'a', ${cast.ben.id}, 0);
    insert into mail_links (code_hash, uid, purpose, email, expires_at) values ('a', 'uid-1', 'reset', 'ada@example.com', 9e12);
    insert into mails (message_id, recipient, about, due_at, expires_at) values ('a', 'ada@example.com', 'a mail that was sent since', 0, 9e12);
    insert into waiting_mails (user_id, event, text, href) values (${cast.ada.id}, 'newOrder', 'a', '/orders/1');
  `);
  copy.close();
  await closeDatabase();
}

test("a restore revives no session, unfinished login, trusted browser, token or mailed link, and only its owner can read the file", async () => {
  await backupWithWaysIn();
  chmodSync(target, 0o644);
  await restore(target);
  for (const table of [...credentialTables, mails, waitingMails])
    expect(await db.select().from(table), getTableName(table)).toEqual([]);
  expect(statSync(config.databaseFile).mode & 0o077).toBe(0);
});

test("every table with hashes or expiry dates is emptied by a restore, or known to need it not", () => {
  // Recovery codes also need a password, mails are emptied too, forms need a session, and invoices have hashes of their
  // content.
  const known = ["recovery_codes", "mails", "form_keys", "invoices"];
  const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [table] : []));
  const suspects = tables.filter((table) =>
    getTableConfig(table).columns.some(({ name }) => /token|_hash$|expires/.test(name) && name !== "password_hash"),
  );
  expect(suspects.map(getTableName).sort()).toEqual([...credentialTables.map(getTableName), ...known].sort());
});

test("the command says that people must sign in again and create new tokens", async () => {
  await backupWithWaysIn();
  const said = execFileSync(process.execPath, ["--import", "tsx", "scripts/restore.ts", target], {
    cwd: config.root,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dirname(config.databaseFile) },
  });
  expect(said).toMatch(/Everyone has to log in again.+API tokens have to be created again/);
});

test("a backup with rows that refer to missing rows is refused, just as at a start", async () => {
  await backUp(target);
  const copy = new Database(target);
  copy.exec("pragma foreign_keys = off; insert into sign_ins (user_id, way) values (999, 'password')");
  copy.close();
  await closeDatabase();
  await expect(restore(target)).rejects.toThrow("has rows that refer to missing rows");
});

describe("an interrupted restore", () => {
  test("between its two steps keeps the old database", async () => {
    await closeDatabase();
    expect(() => replaceDatabase(`${config.databaseFile}.incoming`, config.databaseFile, "restore")).toThrow("ENOENT"); // fails where the second factor would follow
    expect(await adasName()).toBe(cast.ada.name);
  });

  test("between two renames, on a disk without hard links, is reported by the next start and repaired by the next restore", async () => {
    await rename("Ada Before");
    await backUp(target);
    await closeDatabase();
    const aside = `${config.databaseFile}.2099-01-01T00-00-00-000Z.replaced`;
    renameSync(config.databaseFile, aside);
    await expect(prepareDatabase()).rejects.toThrow(
      /There is no database at .+portico\.db, but portico\.db\.2099-01-01T00-00-00-000Z\.replaced lies beside it.+Run the restore again, or rename/,
    );
    expect(existsSync(config.databaseFile)).toBe(false);
    await restore(target);
    rmSync(aside);
    await prepareDatabase();
    expect(await adasName()).toBe("Ada Before");
  });

  test.each(["removed", "emptied"])(
    "or a database that is %s beside its log is reported by the next start, which keeps the log",
    async (how) => {
      await rename("Ada Before");
      await backUp(target);
      await closeDatabase();
      rmSync(config.databaseFile);
      if (how === "emptied") writeFileSync(config.databaseFile, "");
      writeFileSync(`${config.databaseFile}-wal`, "the latest changes");
      await expect(prepareDatabase()).rejects.toThrow(
        /There is no database at .+portico\.db, but its log, portico\.db-wal, lies beside it.+Put it back, or restore a backup/,
      );
      expect(readFileSync(`${config.databaseFile}-wal`, "utf8")).toBe("the latest changes");
      await restore(target);
      await prepareDatabase();
      expect(await adasName()).toBe("Ada Before");
    },
  );

  test("leaves no log of a missing database beside the new one", async () => {
    await backUp(target);
    await closeDatabase();
    rmSync(config.databaseFile);
    writeFileSync(`${config.databaseFile}-wal`, "old");
    await restore(target);
    expect(existsSync(`${config.databaseFile}-wal`)).toBe(false);
  });
});

test("a restore works without a database, and with a damaged one", async () => {
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

test("a restore is refused while a server is running", async () => {
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
  [
    "a file that is not a database",
    async () => writeFileSync(target, "hello ".repeat(2_000)),
    "damaged or not a database",
  ],
  [
    "a database of something else",
    async () => void new Database(target).exec("create table a (b)").close(),
    "but not from Portico",
  ],
  [
    "a database with a different users table",
    async () => void new Database(target).exec("create table users (a)").close(),
    "but not from Portico",
  ],
  ["a backup from a newer Portico", newerBackup, "newer Portico"],
  ["a damaged backup", damagedBackup, "damaged"],
  ["a backup with one bit of an e-mail address changed", backupWithChangedBit, "damaged"],
  ["a folder", async () => void mkdirSync(target), "is a folder. Add the file name"],
  [
    "a backup with a foreign trigger",
    () => backupWith("create trigger spy after insert on users begin update users set access = 'owner'; end"),
    "objects that Portico did not create and that might change or reveal its data: trigger spy",
  ],
  [
    "a backup with a changed trigger",
    () =>
      backupWith("drop trigger users_counted; create trigger users_counted after insert on users begin select 1; end"),
    "trigger users_counted",
  ],
  ["a backup with a foreign view", () => backupWith("create view spy as select * from users"), "view spy"],
  ["a backup with a changed table", () => backupWith("alter table users add spy text"), "table users"],
  ["a backup with a foreign table", () => backupWith("create table spy (a)"), "table spy"],
])("%s is refused, and the database stays unchanged", async (_, make, sentence) => {
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

async function backupWith(sql: string) {
  await backUp(target);
  const copy = new Database(target);
  copy.exec(sql);
  copy.close();
}

async function backupWithChangedBit() {
  await backUp(target);
  const bytes = readFileSync(target);
  const place = bytes.indexOf(cast.ada.email);
  expect(place).toBeGreaterThan(0);
  bytes[place] = bytes[place]! ^ 1;
  writeFileSync(target, bytes);
}

async function damagedBackup() {
  await backUp(target);
  const bytes = readFileSync(target);
  bytes.fill(0xff, 4096 * 2, 4096 * 6);
  writeFileSync(target, bytes);
}

/** What becomes of people in databases from before there were access levels. */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { beforeEach, expect, it } from "vitest";
import { config } from "../config";
import { admit } from "~/auth/identity/people.server";
import { demoAccounts } from "~/auth/identity/demo.server";
import { local } from "~/auth/identity/local.server";
import { isAdmitted, isHere } from "~/auth/access.server";
import { testDatabase } from "~/testing/database";
import { closeDatabase, db } from ".";
import { type Connection, openWriter, queries } from "./connection";
import { migrateDatabase, prepareDatabase } from "./migrate";
import { demo, demoPeople } from "./samples/users";
import { users } from "./schema";

testDatabase({ samples: true });

const file = config.databaseFile;
const today = `${file}.today`;

beforeEach(async () => {
  await closeDatabase();
  copyFileSync(file, today);
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
});

/** Makes the file as the migrations before that one left it, and fills it. */
function asBefore(tag: string, fill: (old: Connection) => void) {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync(join(config.root, "db/migrations"), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const all = JSON.parse(readFileSync(path, "utf8")) as { entries: { tag: string }[] };
  const place = all.entries.findIndex((entry) => entry.tag === tag);
  expect(place).toBeGreaterThan(0);
  writeFileSync(path, JSON.stringify({ ...all, entries: all.entries.slice(0, place) }));
  const old = openWriter(file);
  old.pragma("foreign_keys = OFF");
  migrate(queries(old), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  fill(old);
  old.close();
}

const columnsOf = (connection: Connection, table: string, schema = "main") => connection.prepare(`select name from pragma_table_info(?, ?)`).pluck().all(table, schema) as string[];

/** What today's sample holds, as far as that database can; triggers make the sums and indexes of it. */
function copyOfToday(old: Connection) {
  old.prepare("attach ? as today").run(today);
  const ordinary = "type = 'table' and sql not like 'create virtual%' and name not like 'sqlite%' and name not glob '*_totals' and name not glob '__drizzle*'";
  const shadows = "select 1 from sqlite_schema v where v.sql like 'create virtual%' and s.name glob v.name || '_*'";
  const tables = old.prepare(`select name from sqlite_schema s where ${ordinary} and not exists (${shadows})`).pluck().all() as string[];
  for (const table of tables) {
    const there = new Set(columnsOf(old, table, "today"));
    const columns = columnsOf(old, table).filter((name) => there.has(name)).join('", "');
    if (columns) old.exec(`insert or ignore into main."${table}" ("${columns}") select "${columns}" from today."${table}"`);
  }
  old.exec("detach today");
}

const levels = async () => Object.fromEntries((await db.select().from(users)).map(({ name, access }) => [name, access]));
const named = async (condition: typeof isHere) => (await db.select().from(users).where(condition).orderBy(users.id)).map(({ name }) => name);

const month = (number: number) => Date.UTC(2026, number, 1);

it("makes admins of whoever could sign in, the first of them owner, and gives nobody else anything", async () => {
  const person = { status: "Active", uid: null as string | null, created: month(5), deleted: null as number | null, deactivated: null as number | null };
  const people: Record<string, Partial<typeof person>> = {
    "Ina Later": { uid: "1", created: month(3) },
    "Olga First": { uid: "2", created: month(2) },
    "Dora Away": { uid: "3", created: month(1), deactivated: month(6) }, // may still come back
    "Bea Banned": { uid: "4", created: month(0), status: "Banned" },
    "Pia Pending": { uid: "5", created: month(0), status: "Pending" },
    "Rex Rejected": { uid: "6", created: month(0), status: "Rejected" },
    "Tess Trashed": { uid: "7", created: month(0), deleted: month(6) },
    "Dan Directory": { created: month(0) },
    "Penny Directory": { created: month(0), status: "Pending" },
  };
  asBefore("0018_access", (old) => {
    expect(columnsOf(old, "users")).not.toContain("access");
    const add = old.prepare("insert into users (name, email, role, status, uid, created_at, deleted_at, deactivated_at) values (:name, lower(replace(:name, ' ', '.')) || '@example.com', 'Data Scientist', :status, :uid, :created, :deleted, :deactivated)");
    for (const [name, values] of Object.entries(people)) add.run({ name, ...person, ...values });
  });

  migrateDatabase(file);
  expect(await levels()).toEqual({
    "Ina Later": "admin",
    "Olga First": "owner",
    "Dora Away": "admin",
    "Bea Banned": "none",
    "Pia Pending": "none",
    "Rex Rejected": "none",
    "Tess Trashed": "none",
    "Dan Directory": "none",
    "Penny Directory": "none",
  });
  expect(await named(isHere)).toEqual(["Ina Later", "Olga First"]);
  expect(await named(isAdmitted)).toEqual(["Ina Later", "Olga First", "Dora Away"]);
});

it("leaves a database in which nobody could sign in to nobody", async () => {
  asBefore("0018_access", (old) => old.exec("insert into users (name, email, role, status, created_at) values ('Dan', 'dan@example.com', 'Data Scientist', 'Active', 1)"));
  migrateDatabase(file);
  expect(await levels()).toEqual({ Dan: "none" });
});

it("makes the demo person of an older sample its owner, and the others of it nothing but names in the directory", async () => {
  const others = demoPeople.filter(({ email }) => email !== demo.email).map(({ email }) => email);
  asBefore("0018_access", (old) => {
    copyOfToday(old);
    for (const email of others) {
      old.prepare("update users set uid = null where email = ?").run(email);
      old.prepare("delete from accounts where email = ?").run(email);
    }
  });

  expect(await prepareDatabase()).toMatchObject({ created: false, seeded: false, mended: [] });
  const { [demo.name]: owner, ...rest } = await levels();
  expect([owner, Object.keys(rest).length, new Set(Object.values(rest))]).toEqual(["owner", 19, new Set(["none"])]);
  expect(await named(isHere)).toEqual([demo.name]);
  expect(await admit(await local.signIn(demo.email, demo.password))).toMatchObject({ name: demo.name, access: "owner" });
  expect((await demoAccounts()).map(({ title }) => title)).toEqual(["Owner"]);
});

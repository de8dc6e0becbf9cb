/** Migrations of users and their notifications from before access levels, and from before later changes. */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "../config";
import { admit } from "~/features/sign-in/admit.server";
import { demoAccounts } from "~/auth/identity/demo.server";
import { local } from "~/auth/identity/local.server";
import { whereAdmitted, whereHasLogin, isWaiting } from "~/core/access/access.server";
import { readableScopes } from "~/features/notifications/readable.server";
import { readCompany, readIssuer } from "~/features/company/company.server";
import { testDatabase, withConfig } from "~/testing/database";
import { closeDatabase, db } from ".";
import { type Connection, openWriter, queries } from "./connection";
import { migrateDatabase, prepareDatabase } from "./migrate";
import { demo, demoPeople } from "./samples/users";
import { invoices, messages, notifications, users, waitingMails } from "./schema";

testDatabase({ samples: true });

const file = config.databaseFile;
const today = `${file}.today`;

beforeEach(async () => {
  await closeDatabase();
  copyFileSync(file, today);
  for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
});

/** Creates a database as of the migration before `tag`, and fills it. */
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

const columnsOf = (connection: Connection, table: string, schema = "main") =>
  connection.prepare(`select name from pragma_table_info(?, ?)`).pluck().all(table, schema) as string[];

/** Copies today's sample as far as the old schema allows; triggers fill totals and indexes. */
function copyOfToday(old: Connection) {
  old.prepare("attach ? as today").run(today);
  const ordinary =
    "type = 'table' and sql not like 'create virtual%' and name not like 'sqlite%' and name not glob '*_totals' and name not glob '__drizzle*'";
  const shadows = "select 1 from sqlite_schema v where v.sql like 'create virtual%' and s.name glob v.name || '_*'";
  const tables = old
    .prepare(`select name from sqlite_schema s where ${ordinary} and not exists (${shadows})`)
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const there = new Set(columnsOf(old, table, "today"));
    const columns = columnsOf(old, table)
      .filter((name) => there.has(name))
      .join('", "');
    if (columns)
      old.exec(`insert or ignore into main."${table}" ("${columns}") select "${columns}" from today."${table}"`);
  }
  old.exec("detach today");
}

const levels = async () =>
  Object.fromEntries((await db.select().from(users)).map(({ name, access }) => [name, access]));
const named = async (condition: typeof whereHasLogin) =>
  (await db.select().from(users).where(condition).orderBy(users.id)).map(({ name }) => name);

const month = (number: number) => Date.UTC(2026, number, 1);

it("everyone who could sign in becomes an admin, the first of them owner, and nobody else gets access", async () => {
  const person = {
    status: "Active",
    uid: null as string | null,
    created: month(5),
    deleted: null as number | null,
    deactivated: null as number | null,
  };
  const people: Record<string, Partial<typeof person>> = {
    "Ina Later": { uid: "1", created: month(3) },
    "Olga First": { uid: "2", created: month(2) },
    "Dora Away": { uid: "3", created: month(1), deactivated: month(6) }, // can still return
    "Bea Banned": { uid: "4", created: month(0), status: "Banned" },
    "Pia Pending": { uid: "5", created: month(0), status: "Pending" },
    "Rex Rejected": { uid: "6", created: month(0), status: "Rejected" },
    "Tess Trashed": { uid: "7", created: month(0), deleted: month(6) },
    "Dan Directory": { created: month(0) },
    "Penny Directory": { created: month(0), status: "Pending" },
  };
  asBefore("0018_access", (old) => {
    expect(columnsOf(old, "users")).not.toContain("access");
    const add = old.prepare(
      "insert into users (name, email, role, status, uid, created_at, deleted_at, deactivated_at) values (:name, lower(replace(:name, ' ', '.')) || '@example.com', 'Data Scientist', :status, :uid, :created, :deleted, :deactivated)",
    );
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
  expect(await named(whereHasLogin)).toEqual(["Ina Later", "Olga First"]);
  expect(await named(whereAdmitted)).toEqual(["Ina Later", "Olga First", "Dora Away"]);
});

it("people whose address was stored with an ASCII domain, as browsers send it, can sign in", async () => {
  asBefore("0030_search-phones", (old) => {
    copyOfToday(old);
    for (const table of ["accounts", "users"])
      old.prepare(`update ${table} set email = 'ada@xn--mller-kva.example' where email = ?`).run(demo.email);
  });

  migrateDatabase(file);
  for (const written of ["ada@xn--mller-kva.example", "ada@müller.example"])
    expect(await admit(await local.signIn(written, demo.password))).toMatchObject({ email: "ada@müller.example" });
});

it("a database in which nobody could sign in gets no owner", async () => {
  asBefore("0018_access", (old) =>
    old.exec(
      "insert into users (name, email, role, status, created_at) values ('Dan', 'dan@example.com', 'Data Scientist', 'Active', 1)",
    ),
  );
  migrateDatabase(file);
  expect(await levels()).toEqual({ Dan: "none" });
});

it("the demo user of an older sample becomes its owner, and its other people stay only in the directory", async () => {
  const others = demoPeople.filter(({ email }) => email !== demo.email).map(({ email }) => email);
  asBefore("0018_access", (old) => {
    copyOfToday(old);
    for (const email of others) {
      old.prepare("update users set uid = null where email = ?").run(email);
      old.prepare("delete from accounts where email = ?").run(email);
    }
  });

  const prepared = await withConfig({ sampleData: true }, prepareDatabase);
  expect(prepared).toMatchObject({ created: false, seeded: false, mended: [] });
  const { [demo.name]: owner, ...rest } = await levels();
  expect([owner, Object.keys(rest).length, new Set(Object.values(rest))]).toEqual(["owner", 19, new Set(["none"])]);
  expect(await named(whereHasLogin)).toEqual([demo.name]);
  expect(await admit(await local.signIn(demo.email, demo.password))).toMatchObject({
    name: demo.name,
    access: "owner",
  });
  expect((await demoAccounts()).map(({ title }) => title)).toEqual(["Owner"]);
});

/** Users of every access level, each with a login. */
const everyLevel = { Olga: "owner", Ada: "admin", Stan: "staff", Sue: "staff", Clea: "client", Nils: "none" } as const;
const areasOf: Partial<Record<string, string>> = { Stan: '{"support":"change"}', Sue: '{"sales":"view"}' };

function addEveryLevel(old: Connection) {
  const add = old.prepare(
    "insert into users (name, email, role, status, uid, access, areas, created_at) values (:name, lower(:name) || '@example.com', '', 'Active', :name, :access, :areas, 1)",
  );
  for (const [name, access] of Object.entries(everyLevel)) add.run({ name, access, areas: areasOf[name] ?? "{}" });
}

const names = async () =>
  Object.fromEntries(
    (await db.select().from(users)).map((person) => [person.name, { ...person, reaches: readableScopes(person) }]),
  );

describe("notifications from before they had required permissions", () => {
  /** Kind, link, sender (for a mail: event), and the permission needed after the migration. */
  const told: [kind: "message" | "notification" | "mail", href: string, from: string, needs: string][] = [
    ["message", "/support/tickets/1", "Support", "tickets.view:own"],
    ["message", "/support/tickets/1", "Ada", "tickets.view:all"],
    ["notification", "/support/tickets/1", "Support", "tickets.view:own"],
    ["notification", "/support/tickets/1", "Ada", "tickets.view:all"],
    ["notification", "/orders/1", "Clea", "sales.view:all"],
    ["notification", "/invoices/INV-1", "Clea", "sales.view:all"],
    ["notification", "/products/1", "A product", "sales.view:all"],
    ["notification", "/users/1", "Nils", "team.view:all"],
    ["notification", "/team/waiting", "Nils", "team.view:all"],
    ["notification", "/settings", "Ada", "account:all"],
    ["mail", "/support/tickets/1", "newTicket", "support.view:all"],
    ["mail", "/support/tickets/1", "ticketAssigned", "support.view:all"],
    ["mail", "/orders/1", "newOrder", "sales.view:all"],
    ["mail", "/invoices/INV-1", "invoiceOverdue", "sales.view:all"],
    ["mail", "/products/1", "lowStock", "sales.view:all"],
    ["mail", "/users/1", "approval", "team.invite:all"],
    ["mail", "/settings", "security", "account:all"],
  ];
  const table = { message: messages, notification: notifications, mail: waitingMails } as const;

  function upgraded() {
    asBefore("0022_told-by-access", (old) => {
      expect(columnsOf(old, "notifications")).not.toContain("needs");
      addEveryLevel(old);
      const inbox = (table: string) =>
        old.prepare(
          `insert into ${table} (user_id, from_name, text, href) select id, :from, 'Something', :href from users`,
        );
      const add = {
        message: inbox("messages"),
        notification: inbox("notifications"),
        mail: old.prepare(
          "insert into waiting_mails (user_id, event, text, href) select id, :from, 'Something', :href from users",
        ),
      };
      for (const [kind, href, from] of told) add[kind].run({ href, from });
      for (const from of ["ticketAnswered", "ticketSettled"]) add.mail.run({ href: "/support/tickets/1", from });
    });
    migrateDatabase(file);
  }

  const rowsOf = async (kind: keyof typeof table) =>
    (await db.select().from(table[kind])).map((row) => ({ ...row, from: "event" in row ? row.event : row.fromName }));

  it("are kept, and visible to users who can see what they are about", async () => {
    upgraded();
    for (const [kind, href, from, needs] of told) {
      const found = (await rowsOf(kind)).filter((row) => row.href === href && row.from === from);
      expect([kind, href, from, found.map((row) => row.needs)]).toEqual([
        kind,
        href,
        from,
        Object.keys(everyLevel).map(() => needs),
      ]);
    }
    const people = Object.entries(await names());
    const readers = (needs: string) =>
      people.filter(([, { reaches }]) => reaches.includes(needs)).map(([name]) => name);
    expect([...new Set(told.map(([, , , needs]) => needs))].map((needs) => [needs, readers(needs)])).toEqual([
      ["tickets.view:own", ["Olga", "Ada", "Stan", "Sue", "Clea"]],
      ["tickets.view:all", ["Olga", "Ada", "Stan"]],
      ["sales.view:all", ["Olga", "Ada", "Sue"]],
      ["team.view:all", ["Olga", "Ada"]],
      ["account:all", ["Olga", "Ada", "Stan", "Sue", "Clea"]],
      ["support.view:all", ["Olga", "Ada", "Stan"]],
      ["team.invite:all", ["Olga", "Ada"]],
    ]);
  });

  it("an old notification by mail about an answer requires clients to own the ticket, and others to see all tickets", async () => {
    upgraded();
    const idOf = await names();
    const answers = (await rowsOf("mail")).filter(({ from }) => ["ticketAnswered", "ticketSettled"].includes(from));
    const needsOf = (name: string) =>
      answers.filter(({ userId }) => userId === idOf[name]?.id).map(({ needs }) => needs);
    for (const name of Object.keys(everyLevel))
      expect([name, needsOf(name)]).toEqual([
        name,
        name === "Clea" ? ["tickets.view:own", "tickets.view:own"] : ["tickets.view:all", "tickets.view:all"],
      ]);
  });
});

it("people whose access was removed are known from the history, and all others without access wait as before", async () => {
  const people: Record<string, Partial<{ uid: string | null; access: string; status: string }>> = {
    "Tina Taken": {},
    "Tom Twice": {},
    "Vera Never": {},
    "Gina Given": { access: "client" }, // access was granted again since
    "Paul Pending": { status: "Pending" },
    "Dan Directory": { uid: null },
    "Nora Neighbour": {}, // an id that begins with that of the first person
  };
  asBefore("0024_access-taken", (old) => {
    expect(columnsOf(old, "users")).not.toContain("access_taken_at");
    const add = old.prepare(
      "insert into users (id, name, email, role, status, uid, access, created_at) values (:id, :name, :name, '', :status, :uid, :access, 1)",
    );
    Object.entries(people).forEach(([name, values], place) =>
      add.run({
        id: name === "Nora Neighbour" ? 10 : place + 1,
        name,
        uid: name,
        access: "none",
        status: "Active",
        ...values,
      }),
    );
    const write = old.prepare(
      "insert into journal (batch, at, by_name, entity, record_id, label, action, note) values (:at, :at, 'Olga', :entity, (select id from users where name = :name), :name, :action, :note)",
    );
    const note = (name: string, at: number, text: string, more = {}) =>
      write.run({ name, at, note: text, entity: "users", action: "security", ...more });
    note("Tina Taken", month(1), "changed the access from no access to staff (sales to change)");
    note("Tina Taken", month(2), "changed the access from staff (sales to change) to no access");
    for (const at of [1, 3]) note("Tom Twice", month(at), "changed the access from client to no access");
    note("Tom Twice", month(2), "changed the access from no access to client");
    note("Vera Never", month(1), "made an API token");
    note("Vera Never", month(2), "changed the access from client to no access", { action: "changed" }); // a user's note, not an act
    note("Vera Never", month(3), "changed the access from client to no access", { entity: "orders" });
    note("Gina Given", month(1), "changed the access from client to no access");
    note("Gina Given", month(2), "changed the access from no access to client");
    note("Dan Directory", month(1), "changed the access from client to no access");
  });

  migrateDatabase(file);
  const after = Object.entries(await names());
  expect(
    Object.fromEntries(after.map(([name, { accessTakenAt }]) => [name, accessTakenAt?.getTime() ?? null])),
  ).toEqual({
    "Tina Taken": month(2),
    "Tom Twice": month(3),
    "Vera Never": null,
    "Gina Given": null,
    "Paul Pending": null,
    "Dan Directory": null,
    "Nora Neighbour": null,
  });
  expect(
    after
      .filter(([, person]) => isWaiting(person))
      .map(([name]) => name)
      .sort(),
  ).toEqual(["Nora Neighbour", "Paul Pending", "Vera Never"]);
});

it("the company of an old database comes from the settings, and its invoices name it", async () => {
  const company = { name: "Fjord AS", address: "1 Harbour Street\n0150 Oslo", payment: "IBAN 1" };
  asBefore("0037_company", copyOfToday);
  await withConfig({ company, appUrl: "https://fjord.example" }, async () => migrateDatabase(file));
  migrateDatabase(file); // other settings change nothing later
  expect(await readCompany()).toMatchObject({ ...company, website: "fjord.example", paymentTerm: 14 });
  expect(await readIssuer(1)).toMatchObject({ ...company, website: "fjord.example" });
  expect(await db.$count(invoices, eq(invoices.issuerId, 1))).toBe(await db.$count(invoices));
});

it("a company from before it had a time zone and a currency takes the zone of the settings, and keeps its dollars", async () => {
  asBefore("0057_company-clock", copyOfToday);
  await withConfig({ timeZone: "Europe/Oslo", currency: "EUR" }, async () => migrateDatabase(file));
  migrateDatabase(file); // other settings change nothing later
  expect(await readCompany()).toMatchObject({ timeZone: "Europe/Oslo", currency: "USD", workFrom: "08:00" });
  expect(await readIssuer(1)).toMatchObject({ currency: "USD" });
});

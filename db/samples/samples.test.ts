import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { count, eq, ne } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { countries } from "db/countries";
import { userRoles, userStatuses } from "db/lookups";
import { accounts, facts, invoices, journal, orders, tickets, users } from "db/schema";
import { demoAccounts } from "~/auth/identity/demo.server";
import { local } from "~/auth/identity/local.server";
import { admit } from "~/features/sign-in/admit.server";
import { resources } from "~/core/resource/registry.server";
import { countQuickly } from "~/core/list/counting.server";
import type { ListTable } from "~/core/list/listing.server";
import { UserRules } from "~/features/users/rules.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { prepareDatabase } from "../migrate";
import { reseed } from "../seed/seed";
import { isEmpty, isSample, seedSamples } from ".";
import { demo, demoPeople } from "./users";

testDatabase();

const now = new Date("2026-11-21T10:00:00Z");
const everybody = () => db.select().from(users).orderBy(users.id);
/** Returns the total of each list, overall and for each filter option. */
async function totals(): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const { entity, listing } of resources()) {
    const total = async (filters: Record<string, string>) =>
      (await countQuickly<ListTable>(listing, { q: "", filters, trash: false })).total;
    all[entity] = await total({});
    for (const [name, rule] of Object.entries(listing.filters)) {
      for (const { value } of "options" in rule ? rule.options : [])
        all[`${entity}?${name}=${value}`] = await total({ [name]: value });
    }
  }
  return all;
}
/** Runs the command itself, because a bundler orders a module's exports differently from Node. */
const seedByCommand = (settings: Record<string, string>) =>
  execFileSync(process.execPath, ["--import", "tsx", "seed.ts"], {
    cwd: config.root,
    stdio: "pipe",
    env: { ...process.env, DATA_DIR: dirname(config.databaseFile), ...settings },
  });
const copies = () => readdirSync(dirname(config.databaseFile)).filter((name) => name.includes("before-seed"));

describe("the sample", () => {
  it("is twenty people that a form would take, in the statuses that were asked for", async () => {
    await seedSamples({ instead: true, now });
    const people = await everybody();
    expect(people.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const person of people) expect(UserRules.safeParse(person).error).toBeUndefined();
    const of = (status: string) => people.filter((person) => person.status === status).length;
    expect(userStatuses.map(({ value }) => of(value))).toEqual([11, 3, 4, 2]);
    expect(people.filter(({ company }) => company)).toHaveLength(8);
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(userRoles.map(({ value }) => value)));
    expect(people.every(({ country, createdAt }) => countries.includes(country) && createdAt < now)).toBe(true);
  });

  it("has people of every level who can log in, and leaves the others in the directory only", async () => {
    await seedSamples({ instead: true });
    const people = await Promise.all(
      demoPeople.map(async ({ email }) => admit(await local.signIn(email, demo.password))),
    );
    expect(people.map(({ id, name, access, areas }) => [id, name, access, areas])).toEqual([
      [3, "Mara Ellison", "owner", {}],
      [10, "Kwame Mensah", "staff", { support: "change" }],
      [1, "Amara Okafor", "staff", { sales: "change" }],
      [4, "Priya Raman", "client", {}],
      [9, "Elena Petrova", "client", {}],
      [12, "Liam O'Connor", "client", {}],
    ]);
    const others = (await everybody()).filter(({ id }) => !people.some((person) => person.id === id));
    expect(others.map(({ access, uid }) => [access, uid])).toEqual(others.map(() => ["none", null]));
  });

  it("gives its clients orders, invoices and tickets of their own", async () => {
    await seedSamples({ instead: true });
    for (const { id } of demoPeople.filter(({ title }) => title === "Client")) {
      const ofThem = await Promise.all([
        db.$count(orders, eq(orders.customerId, id)),
        db.$count(invoices, eq(invoices.customerId, id)),
        db.$count(tickets, eq(tickets.requesterId, id)),
      ]);
      expect(
        ofThem.every((rows) => rows > 0),
        `person ${id}`,
      ).toBe(true);
    }
  });

  it("keeps the account's uid out of the journal", async () => {
    await seedSamples({ instead: true });
    const person = (await everybody())[2];
    expect(person?.uid).toBeTruthy();
    expect(JSON.stringify(await db.select().from(journal))).not.toContain(person?.uid);
  });

  it("has no demo accounts with Firebase", async () => {
    await withConfig({ firebase: { apiKey: "k", authDomain: "d", projectId: "p", emulatorHost: undefined } }, () =>
      seedSamples({ instead: true }),
    );
    expect(await db.select().from(accounts)).toEqual([]);
    expect(await demoAccounts()).toEqual([]);
  });

  it("shows one account of each level, only while it can be used", async () => {
    const shown = async () => (await demoAccounts()).map(({ title, email }) => `${title} ${email}`);
    const all = [
      "Owner demo@portico.example",
      "Support kwame.mensah@example.com",
      "Sales amara.okafor@example.com",
      "Client priya.raman@example.com",
    ];
    await seedSamples({ instead: true });
    expect(await shown()).toEqual(all);
    await local.changePassword((await everybody())[2]?.uid ?? "", demo.password, "green kettle 92");
    expect(await shown()).toEqual(all.slice(1));
    await seedSamples({ instead: true });
    expect(await shown()).toEqual(all);
    await write(async (tx) => {
      await tx.update(users).set({ status: "Banned" }).where(eq(users.id, 10));
      await tx.update(users).set({ access: "none" }).where(eq(users.id, 4));
    });
    expect(await shown()).toEqual([all[0], all[2], "Client elena.petrova@example.com"]);
  });

  it("has a history that begins with each person's first day", async () => {
    await seedSamples({ instead: true });
    await seedSamples({ instead: true });
    const entries = await db.select().from(journal).orderBy(journal.id);
    const people = await everybody();
    const births = entries.filter(({ entity }) => entity === "users");
    expect(births.map(({ at, recordId }) => [at, recordId])).toEqual(
      people.map(({ createdAt, id }) => [createdAt, String(id)]),
    );
    expect(entries.map(({ at }) => at)).toEqual(
      entries.map(({ at }) => at).sort((one, other) => one.getTime() - other.getTime()),
    );
    expect(entries[0]?.id).toBe(1);
  });
});

describe("a start", () => {
  const sample = { sampleData: true };

  it("does not open real data as a sample, with its shown links and open doors", async () => {
    await expect(withConfig(sample, prepareDatabase)).rejects.toThrow(/not a sample.+Set SAMPLE_DATA=false/);
    expect(await everybody()).toHaveLength(Object.keys(cast).length);
    expect(await prepareDatabase()).toEqual({ created: false, seeded: false, mended: [] });
  });

  it("fills an empty database with a sample, and opens that again", async () => {
    await write(async (tx) => {
      await tx.delete(users);
      await tx.delete(accounts);
    });
    expect(await withConfig(sample, prepareDatabase)).toMatchObject({ seeded: true });
    expect(await withConfig(sample, prepareDatabase)).toMatchObject({ seeded: false });
    expect(await everybody()).toHaveLength(20);
  });
});

describe("a start for real", () => {
  const owner = () => everybody().then((people) => people[2]?.uid ?? "");

  it("refuses a database with demo accounts, says how to remove them, and changes nothing", async () => {
    await seedSamples({ instead: true });
    await expect(prepareDatabase()).rejects.toThrow(
      /portico\.db has the demo accounts .*demo@portico\.example.*npm run access -- --remove-demo/,
    );
    expect(await db.$count(accounts)).toBe(demoPeople.length);
  });

  it("refuses them also after their password was changed, and after their address was", async () => {
    await seedSamples({ instead: true });
    await write(async (tx) => void (await tx.delete(accounts).where(ne(accounts.uid, await owner()))));
    await write(async (tx) => void (await tx.update(accounts).set({ email: "mara@fjord.test" })));
    await expect(prepareDatabase()).rejects.toThrow(/has the demo accounts mara@fjord\.test, /);
    await write(async (tx) => void (await tx.update(accounts).set({ email: demo.email })));
    await local.changePassword(await owner(), demo.password, "green kettle 92");
    await expect(prepareDatabase()).rejects.toThrow(/has the demo accounts demo@portico\.example, /);
    await write(async (tx) => void (await tx.update(accounts).set({ email: "mara@fjord.test" })));
    await expect(prepareDatabase()).resolves.toMatchObject({ seeded: false });
  });
});

describe("seeding", () => {
  it("seeding by the command is refused for a database that is used for real", async () => {
    await closeDatabase();
    expect(() => seedByCommand({ SAMPLE_DATA: "false" })).toThrow(/SAMPLE_DATA is false, .* nothing was changed/);
    expect(await everybody()).toHaveLength(Object.keys(cast).length);
  });

  it("takes an account without a person for somebody's data", async () => {
    await write(async (tx) => void (await tx.delete(users)));
    expect(await isEmpty()).toBe(false);
    await write(async (tx) => void (await tx.delete(accounts)));
    expect(await isEmpty()).toBe(true);
  });

  it("replaces real data only when told to, and copies it first", async () => {
    expect(await isSample()).toBe(false);
    await expect(reseed({ erase: false })).rejects.toThrow(/not a sample, so nothing was changed.+--erase/);
    expect(await everybody()).toHaveLength(Object.keys(cast).length);
    expect(copies()).toEqual([]);

    const said = await reseed({ erase: true });
    expect(said[0]).toContain(copies()[0]);
    expect(statSync(join(dirname(config.databaseFile), copies()[0] ?? "")).mode & 0o077).toBe(0);
    expect(await everybody()).toHaveLength(20);
    expect(await reseed({ erase: false })).toHaveLength(2 + demoPeople.length);
    expect(await db.select({ rows: count() }).from(facts).where(eq(facts.name, "sample"))).toEqual([{ rows: 1 }]);
  });

  it("leaves the total of every list as it was, however often a used database is seeded", async () => {
    await reseed({ erase: true });
    const first = await totals();
    expect(first["users?status=Active"]).toBe(11);
    for (let times = 0; times < 3; times++) {
      await write(
        async (tx) =>
          void (await tx
            .insert(users)
            .values({ name: "Una Used", email: "una@example.com", role: "HR Manager", status: "Active" })),
      );
      expect((await totals())["users?status=Active"]).toBe(12);
      await closeDatabase();
      seedByCommand({ SAMPLE_DATA: "true", APP_URL: "" });
      expect(await totals()).toEqual(first);
    }
  });

  it("is all or nothing", async () => {
    await expect(seedSamples()).rejects.toThrow(/UNIQUE/);
    expect(await everybody()).toHaveLength(Object.keys(cast).length);
    expect(await isEmpty()).toBe(false);
    await closeDatabase();
  });
});

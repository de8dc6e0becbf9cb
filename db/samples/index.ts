/** What a sample holds, and how it gets into the database. */
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "../../config";
import { db, type Transaction, write } from "..";
import * as schema from "../schema";
import { accounts, facts, journal, type Snapshot, users } from "../schema";
import { demo, sampleUsers } from "./users";

export { demo };

/** Whether nobody has put anything in yet. */
export async function isEmpty(): Promise<boolean> {
  const [person] = await db.select({ id: users.id }).from(users).limit(1);
  const [account] = await db.select({ uid: accounts.uid }).from(accounts).limit(1);
  return !person && !account;
}

/** Whether what is in the database is a sample, which nobody will miss. */
export async function isSample(): Promise<boolean> {
  const rows = await db.select().from(facts);
  return rows.some((fact) => fact.name === "sample");
}

/** Puts the samples in, all of them or none; with `instead`, in place of everything that is there. Dates count back from `now`. */
export async function seedSamples({ instead = false, now = new Date() } = {}): Promise<void> {
  const passwordHash = config.firebase ? undefined : await hash(demo.password);
  await write(async (tx) => {
    if (instead) await emptyEveryTable(tx);
    const demoUid = passwordHash ? await addDemoAccount(tx, passwordHash, now) : null;
    await addPeople(tx, now, demoUid);
    await tx.insert(facts).values({ name: "sample", value: "true" });
  });
}

async function addPeople(tx: Transaction, now: Date, demoUid: string | null) {
  for (const values of sampleUsers(now)) {
    const [row] = await tx.insert(users).values({ ...values, uid: values.id === demo.id ? demoUid : null }).returning();
    if (row) await tx.insert(journal).values(creationOf(row));
  }
}

/** The journal begins with the day on which each person came. It never sees the `uid`. */
function creationOf({ revision: _, uid: __, ...row }: typeof users.$inferSelect) {
  const after: Snapshot = { ...row, createdAt: row.createdAt.getTime(), deletedAt: null };
  const record = { entity: "users", recordId: String(row.id), label: row.name };
  return { ...record, batch: randomUUID(), at: row.createdAt, byName: "Portico", action: "created", after } as const;
}

async function addDemoAccount(tx: Transaction, passwordHash: string, now: Date): Promise<string> {
  const uid = randomUUID();
  await tx.insert(accounts).values({ uid, email: demo.email, displayName: demo.name, passwordHash, emailVerifiedAt: now });
  return uid;
}

/** Rows go in whatever order; what refers to what is looked at when the change ends. */
async function emptyEveryTable(tx: Transaction) {
  tx.run(sql`pragma defer_foreign_keys = on`);
  for (const table of Object.values(schema)) if (is(table, SQLiteTable)) await tx.delete(table);
  const counted = tx.all<{ name: string }>(sql`select name from sqlite_master where name = 'sqlite_sequence'`);
  if (counted.length > 0) tx.run(sql`delete from sqlite_sequence`);
}

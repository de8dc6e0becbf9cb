/** Creates the samples and inserts them into the database. */
import { hash } from "@node-rs/argon2";
import { inArray, is, not, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "../../config";
import { timeZone } from "../company-settings";
import { db, type Transaction, write } from "..";
import { firstCompany } from "../first-company";
import * as schema from "../schema";
import { accounts, facts, totalsZoneFact, users } from "../schema";
import { totalsTables } from "../totals";
import { addSet, type SampleSet } from "./add";
import { sampleCareer } from "./career";
import { sampleCourses } from "./courses";
import { sampleInvoices } from "./invoices";
import { sampleOrders } from "./orders";
import { sampleProducts } from "./products";
import { sampleReviews } from "./reviews";
import { sampleTickets } from "./tickets";
import { demo, sampleUsers } from "./users";
import { sampleVisits } from "./visits";

/** Whether the database has no users and no accounts. */
export async function isEmpty(from: Pick<Transaction, "select"> = db): Promise<boolean> {
  const [person] = await from.select({ id: users.id }).from(users).limit(1);
  const [account] = await from.select({ uid: accounts.uid }).from(accounts).limit(1);
  return !person && !account;
}

/** Whether the database is a sample, which may be overwritten. */
export async function isSample(from: Pick<Transaction, "select"> = db): Promise<boolean> {
  const rows = await from.select().from(facts);
  return rows.some((fact) => fact.name === "sample");
}

/**
 * Inserts the samples in one transaction, dated relative to `now`. With `instead`, all existing data is deleted
 * first.
 */
export async function seedSamples({ instead = false, now = new Date() } = {}): Promise<void> {
  const passwordHash = await demoPassword();
  await write(async (tx) => {
    if (instead) await emptyEveryTable(tx);
    await addSamples(tx, passwordHash, now);
  });
}

/** Returns the password hash of the demo accounts; undefined with Firebase, which stores passwords itself. */
export const demoPassword = async () => (config.firebase ? undefined : hash(demo.password));

/** Inserts the samples into an empty database, within a transaction. */
export const addSamples = (tx: Transaction, passwordHash: string | undefined, now: Date) =>
  addSet(tx, sampleSet(now, timeZone()), { passwordHash, now });

function sampleSet(now: Date, timeZone: string): SampleSet {
  const people = sampleUsers(now);
  const products = sampleProducts(now);
  const orders = sampleOrders(now, products, people);
  return {
    people,
    products,
    orders,
    invoices: sampleInvoices(
      now,
      products,
      people,
      orders.map(({ row }) => row),
    ),
    tickets: sampleTickets(now, people, timeZone),
    reviews: sampleReviews(now, products, people),
    courses: sampleCourses(now, people, timeZone),
    career: sampleCareer(now, people, timeZone),
    visits: sampleVisits(now, people, timeZone),
  };
}

/**
 * Deletes all rows, and makes the company anew. Foreign keys are checked at the end of the transaction, so the order
 * does not matter.
 */
export async function emptyEveryTable(tx: Transaction) {
  tx.run(sql`pragma defer_foreign_keys = on`);
  const ofTheFile = inArray(facts.name, ["unicode", totalsZoneFact]); // say with which letters its indexes were made, and for which zone its sums
  const writtenByTriggers = [schema.formerInvoiceOrders, ...totalsTables];
  const others = Object.values(schema).flatMap((table) =>
    is(table, SQLiteTable) && !writtenByTriggers.includes(table) ? [table] : [],
  );
  for (const table of [...others, ...writtenByTriggers])
    await tx.delete(table).where(table === facts ? not(ofTheFile) : undefined);
  const counted = tx.all<{ name: string }>(sql`select name from sqlite_master where name = 'sqlite_sequence'`);
  if (counted.length > 0) tx.run(sql`delete from sqlite_sequence`);
  const { company, issuer } = firstCompany();
  await tx.insert(schema.companies).values(company);
  await tx.insert(schema.issuers).values(issuer);
}

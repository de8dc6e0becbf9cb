import { sql } from "drizzle-orm";
import type { Transaction } from "db";
import { facts } from "db/schema";

/**
 * Takes the next number of a series, whose last one is the fact `name`. A rollback gives it back, so that there are no
 * gaps.
 */
export async function nextInSeries(tx: Transaction, name: string): Promise<number> {
  const counted = { target: facts.name, set: { value: sql`cast(${facts.value} as integer) + 1` } };
  const [fact] = await tx.insert(facts).values({ name, value: "1" }).onConflictDoUpdate(counted).returning();
  return Number(fact?.value);
}

/** Returns a document's number as people read it, such as "INV-0012". */
export const documentNumber = (prefix: string, number: number) => `${prefix}-${String(number).padStart(4, "0")}`;

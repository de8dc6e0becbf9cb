/**
 * Whether staff and higher access levels must have a second factor. `access.server.ts` says who still has to set it
 * up.
 */
import { eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondFactorFact, type User } from "db/schema";
import { canBeAskedForSecondFactor } from "~/core/access/access.server";

type Read = Pick<Transaction, "select">;

export async function isSecondFactorRequired(from: Read = db): Promise<boolean> {
  return (await from.select({ name: facts.name }).from(facts).where(eq(facts.name, secondFactorFact))).length > 0;
}

/** Whether this user must have a second factor and cannot turn it off. */
export const mustHaveSecondFactor = async (person: Pick<User, "access">, from: Read = db) =>
  canBeAskedForSecondFactor(person) && (await isSecondFactorRequired(from));

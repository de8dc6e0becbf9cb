/**
 * Whether staff and higher access levels must have a second factor. `access.server.ts` says who still has to set it
 * up.
 */
import { eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondStepFact, type User } from "db/schema";
import { canBeAskedForSecondStep } from "~/core/access/access.server";

type Read = Pick<Transaction, "select">;

export async function isSecondStepDemanded(from: Read = db): Promise<boolean> {
  return (await from.select({ name: facts.name }).from(facts).where(eq(facts.name, secondStepFact))).length > 0;
}

/** Whether this user must have a second factor and cannot turn it off. */
export const mustHaveSecondStep = async (person: Pick<User, "access">, from: Read = db) =>
  canBeAskedForSecondStep(person) && (await isSecondStepDemanded(from));

/** Whether a second step is demanded of staff and above. Who then owes one is said in `access.server.ts`. */
import { eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondStepFact, type User } from "db/schema";
import { canBeAskedForSecondStep } from "~/core/access/access.server";

type Read = Pick<Transaction, "select">;

export async function isSecondStepDemanded(from: Read = db): Promise<boolean> {
  return (await from.select({ name: facts.name }).from(facts).where(eq(facts.name, secondStepFact))).length > 0;
}

/** Whether this person has to have one, and cannot turn it off. */
export const mustHaveSecondStep = async (person: Pick<User, "access">, from: Read = db) =>
  canBeAskedForSecondStep(person) && (await isSecondStepDemanded(from));

import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { journal, users } from "db/schema";
import { deleteLogin } from "~/auth/provider-work.server";
import { erase, erased } from "~/records/erase.server";
import type { Id, Kind } from "~/records/records.server";

/**
 * Erases a person who was put in the trash before that moment: their record and its past, their name on what they did, their
 * account. Answers whether it did.
 */
export async function erasePerson(tx: Transaction, kind: Kind, personId: Id, trashedBefore: Date): Promise<boolean> {
  const id = Number(personId);
  const [person] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, id));
  if (!(await erase(tx, kind, id, trashedBefore))) return false;
  await tx.update(journal).set({ byName: erased }).where(eq(journal.byId, id));
  if (person?.uid) await deleteLogin(tx, person.uid);
  return true;
}

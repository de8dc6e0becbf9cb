import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { accounts, journal, mailLinks, users } from "db/schema";
import { identity } from "~/auth/identity.server";
import { erase, erased } from "~/journal/erase.server";
import type { Id, Kind } from "~/journal/records.server";

/**
 * Erases a person who was put in the trash before that moment: their record and its past, their name on what they did, their
 * account. Answers nothing when they were not there, else what remains to be done once this is on disk.
 */
export async function erasePerson(tx: Transaction, kind: Kind, personId: Id, trashedBefore: Date): Promise<(() => Promise<void>) | undefined> {
  const id = Number(personId);
  const [person] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, id));
  if (!(await erase(tx, kind, id, trashedBefore))) return undefined;
  await tx.update(journal).set({ byName: erased }).where(eq(journal.byId, id));
  const uid = person?.uid;
  if (!uid) return () => Promise.resolve();
  // Our own accounts go in the same breath; somebody else's cannot be part of our transaction.
  await tx.delete(mailLinks).where(eq(mailLinks.uid, uid));
  await tx.delete(accounts).where(eq(accounts.uid, uid));
  return () => identity().delete(uid);
}

/**
 * What Portico itself keeps about accounts at Firebase. Anybody can open an account there with anybody's address, without asking
 * Portico: its key is public. So a password counts only once a mail to the address was followed to here (or Google
 * vouched for the address), and until then only in the browser where it was typed.
 */
import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { firebaseAccounts } from "db/schema";
import { endLinks, newCode } from "./links.server";

/** What is known of an account: nothing, that it signed up here, or that it is proven. */
export async function findKnown(uid: string) {
  const [row] = await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  return row && { isProven: row.provenAt !== null, signUp: row.signUp ?? undefined };
}

/** Names the sign-up that has just been made: the latest counts. */
export async function nameSignUp(uid: string): Promise<string> {
  const latest = { signUp: newCode() };
  await write(async (tx) => void (await tx.insert(firebaseAccounts).values({ uid, ...latest }).onConflictDoUpdate({ target: firebaseAccounts.uid, set: latest })));
  return latest.signUp;
}

/** From now the account's password counts. Its mailed links are used up. */
export async function prove(uid: string) {
  const proof = { signUp: null, provenAt: new Date() };
  await write(async (tx) => {
    await tx.insert(firebaseAccounts).values({ uid, ...proof }).onConflictDoUpdate({ target: firebaseAccounts.uid, set: proof });
    await endLinks(tx, uid);
  });
}

/** Forgets an account that is gone. */
export async function forget(tx: Transaction, uid: string) {
  await tx.delete(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  await endLinks(tx, uid);
}

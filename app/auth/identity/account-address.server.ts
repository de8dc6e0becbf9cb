import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "db";
import { accounts, firebaseAccounts } from "db/schema";

/** Whether an account has this address, proven by a mail: then its person may have it too. */
export async function isProvenAddress(tx: Pick<Transaction, "select">, uid: string, email: string): Promise<boolean> {
  const provenHere = and(eq(accounts.uid, uid), eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt));
  const provenThere = and(
    eq(firebaseAccounts.uid, uid),
    eq(firebaseAccounts.email, email),
    isNotNull(firebaseAccounts.provenAt),
  );
  const here = await tx.select({ uid: accounts.uid }).from(accounts).where(provenHere);
  return (
    here.length > 0 ||
    (await tx.select({ uid: firebaseAccounts.uid }).from(firebaseAccounts).where(provenThere)).length > 0
  );
}

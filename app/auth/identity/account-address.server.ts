import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "db";
import { accounts, firebaseAccounts } from "db/schema";

/** Whether this account has verified this e-mail address by a mailed link. */
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

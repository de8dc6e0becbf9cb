/**
 * What Portico itself keeps about accounts at Firebase. Anybody can open an account there with anybody's address, without asking
 * Portico, and later give it another: its key is public. So a password counts only once a mail to the address was followed to
 * here (or Google vouched for the address), and until then only in the browser where it was typed.
 */
import { eq } from "drizzle-orm";
import type { UserRecord } from "firebase-admin/auth";
import { db, type Transaction, write } from "db";
import { firebaseAccounts } from "db/schema";
import type { Asking } from "./firebase-calls.server";
import { endLinks, newCode } from "./links.server";

/** What is known of an account with this address: that it signed up here, that it is proven, or neither. */
export async function findKnown({ uid, email }: { uid: string; email?: string }) {
  const [row] = await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  const beganHere = row !== undefined && row.email === email?.toLowerCase();
  return { beganHere, isProven: beganHere && row.provenAt !== null, signUp: row?.signUp ?? undefined };
}

/** Names the sign-up that has just been made with an address; or, without one, the password of an account that began elsewhere. The latest counts. */
export async function nameSignUp(uid: string, email?: string): Promise<string> {
  const latest = { signUp: newCode(), ...(email && { email: email.toLowerCase() }) };
  await write(async (tx) => void (await tx.insert(firebaseAccounts).values({ uid, ...latest }).onConflictDoUpdate({ target: firebaseAccounts.uid, set: latest })));
  return latest.signUp;
}

/** From now the account's password counts, as long as it has this address. Its mailed links are used up. */
export async function prove(uid: string, email: string) {
  const proof = { email: email.toLowerCase(), signUp: null, provenAt: new Date() };
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

interface Chosen {
  password?: string;
  displayName?: string | null;
  emailVerified?: true;
  /** The way in, besides the password, that stays. */
  keep?: "google.com";
}

/**
 * Leaves an account that is not proven yet no way in but the ones that were chosen now, and ends its logins: whoever opened it may
 * have been anybody, and may have added a Google account or a telephone of their own, which no new password takes away.
 */
export async function takeOver(ask: Asking, { uid, providerData, multiFactor }: UserRecord, { keep, ...chosen }: Chosen): Promise<UserRecord> {
  // The password is replaced and not taken away: Firebase would take the address along.
  const others = providerData.map(({ providerId }) => providerId).filter((id) => id !== "password" && id !== keep);
  const waysIn = { ...(others.length > 0 && { providersToUnlink: others }), ...(multiFactor?.enrolledFactors.length && { multiFactor: { enrolledFactors: null } }) };
  const user = await ask.admin((auth) => auth.updateUser(uid, { ...chosen, ...waysIn }));
  await ask.admin((auth) => auth.revokeRefreshTokens(uid));
  return user;
}

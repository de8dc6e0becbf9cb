/**
 * Portico's own records of Firebase accounts. Because the API key is public, anybody can open an account with any
 * address; so a password counts only after a mail to the address was confirmed (or Google vouched for it), and until
 * then only in the browser where it was typed.
 */
import { and, eq, gt, isNotNull, isNull, lt, notExists } from "drizzle-orm";
import type { UserInfo, UserRecord } from "firebase-admin/auth";
import { db, type Transaction, write } from "db";
import { firebaseAccounts, mailLinks, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { newSecret } from "~/core/process/secrets.server";
import { endLinks } from "~/auth/identity/links.server";
import { IdentityError } from "~/auth/identity-errors";
import { type FirebaseCalls, accountIfExists } from "./calls.server";

/**
 * Returns what is known of an account with this address: whether it was opened here (`beganHere`), whether this
 * address is verified (`isProven`), and whether another address was (`isMoved`).
 */
export async function findKnown({ uid, email }: { uid: string; email?: string }) {
  const [row] = await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  const beganHere = row !== undefined && row.email === (email && canonicalAddress(email));
  const wasProven = row !== undefined && row.provenAt !== null;
  return {
    beganHere,
    isProven: wasProven && beganHere,
    isMoved: wasProven && !beganHere,
    signUp: row?.signUp ?? undefined,
  };
}

/**
 * Returns the uids of unverified accounts that were opened here before a moment, except those with a valid link or a
 * user. `uid` restricts the query to one account.
 */
export async function unprovenUids(before: Date, uid?: string): Promise<string[]> {
  const open = db
    .select({ uid: mailLinks.uid })
    .from(mailLinks)
    .where(and(eq(mailLinks.uid, firebaseAccounts.uid), gt(mailLinks.expiresAt, new Date())));
  const tied = db.select({ id: users.id }).from(users).where(eq(users.uid, firebaseAccounts.uid));
  const old = and(
    isNull(firebaseAccounts.provenAt),
    isNotNull(firebaseAccounts.email),
    lt(firebaseAccounts.createdAt, before),
    notExists(open),
    notExists(tied),
  );
  const asked = uid === undefined ? undefined : eq(firebaseAccounts.uid, uid);
  return (await db.select({ uid: firebaseAccounts.uid }).from(firebaseAccounts).where(and(old, asked))).map(
    ({ uid }) => uid,
  );
}

/**
 * Returns a new secret for the latest sign-up with this address or, without `email`, for the password of an account
 * opened elsewhere. It replaces earlier ones.
 */
export async function nameSignUp(uid: string, email?: string): Promise<string> {
  const latest = { signUp: newSecret(16), ...(email && { email: canonicalAddress(email) }) };
  await write(
    async (tx) =>
      void (await tx
        .insert(firebaseAccounts)
        .values({ uid, ...latest })
        .onConflictDoUpdate({ target: firebaseAccounts.uid, set: latest })),
  );
  return latest.signUp;
}

/**
 * Marks the account's password and address as verified and deletes its mailed links. `also` runs in the same
 * transaction.
 */
export async function markProven(uid: string, email: string, also?: (tx: Transaction) => Promise<void>) {
  const proof = { email: canonicalAddress(email), signUp: null, provenAt: new Date() };
  await write(async (tx) => {
    await tx
      .insert(firebaseAccounts)
      .values({ uid, ...proof })
      .onConflictDoUpdate({ target: firebaseAccounts.uid, set: proof });
    await endLinks(tx, uid);
    await also?.(tx);
  });
}

/** Deletes Portico's record of a Firebase account, and its links. */
export async function forget(tx: Transaction, uid: string) {
  await tx.delete(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  await endLinks(tx, uid);
}

/**
 * Replaces an unverified account by a new one. Whoever opened the old one may hold its tokens or have added ways to
 * sign in, and none of these open the new one.
 */
export async function replaceAccount(
  ask: FirebaseCalls,
  uid: string,
  chosen: { email: string; password?: string; displayName?: string },
): Promise<UserRecord> {
  await remove(ask, uid);
  return ask.admin((auth) => auth.createUser({ ...chosen, emailVerified: true }));
}

/** Replaces an unverified account by one that only Google opens. */
export async function replaceByGoogle(
  ask: FirebaseCalls,
  old: UserRecord & { email: string },
  { uid, providerId, email, displayName, photoURL }: UserInfo,
): Promise<UserRecord> {
  await remove(ask, old.uid);
  const account = {
    uid: newSecret(16),
    email: old.email,
    emailVerified: true,
    displayName: old.displayName,
    providerData: [{ uid, providerId, email, displayName, photoURL }],
  };
  const { errors } = await ask.admin((auth) => auth.importUsers([account]));
  if (errors.length > 0) throw new IdentityError("bad-response", { cause: errors[0]?.error });
  return ask.admin((auth) => auth.getUser(account.uid));
}

/** Deletes an account at Firebase, and its record here. */
export async function remove(ask: FirebaseCalls, uid: string) {
  await accountIfExists(ask.admin((auth) => auth.deleteUser(uid)));
  await write((tx) => forget(tx, uid));
}

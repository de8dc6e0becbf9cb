/**
 * What Portico itself keeps about accounts at Firebase. Anybody can open an account there with anybody's address,
 * without asking Portico, and later give it another: its key is public. So a password counts only once a mail to the
 * address was followed to here (or Google vouched for the address), and until then only in the browser where it was
 * typed.
 */
import { and, eq, gt, isNotNull, isNull, lt, notExists } from "drizzle-orm";
import type { UserInfo, UserRecord } from "firebase-admin/auth";
import { db, type Transaction, write } from "db";
import { firebaseAccounts, mailLinks, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { newSecret } from "~/core/process/secrets.server";
import { endLinks } from "~/auth/identity/links.server";
import { IdentityError } from "~/auth/identity-errors";
import { type FirebaseCalls, present } from "./calls.server";

/**
 * What is known of an account with this address: that it signed up here, that it is proven, that it was proven for
 * another one, or nothing.
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
 * The accounts that were opened here before a moment and that nobody has proven, but for those with a mailed link that
 * can still be followed, and whose person is known. `uid` asks for one of them only.
 */
export async function unproven(before: Date, uid?: string): Promise<string[]> {
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
 * Names the sign-up that has just been made with an address; or, without one, the password of an account that began
 * elsewhere. The latest counts.
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
 * From now the account's password counts, as long as it has this address. Its mailed links are used up. `also` is done
 * in the same transaction.
 */
export async function prove(uid: string, email: string, also?: (tx: Transaction) => Promise<void>) {
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

/** Forgets an account that is gone. */
export async function forget(tx: Transaction, uid: string) {
  await tx.delete(firebaseAccounts).where(eq(firebaseAccounts.uid, uid));
  await endLinks(tx, uid);
}

/**
 * Puts a new account in the place of one that is not proven. Whoever opened that may have been anybody: they may know
 * its password, hold its tokens, have added ways in of their own, or keep a code that gives it another address later.
 * None of that opens the new one.
 */
export async function replaceAccount(
  ask: FirebaseCalls,
  uid: string,
  chosen: { email: string; password?: string; displayName?: string },
): Promise<UserRecord> {
  await remove(ask, uid);
  return ask.admin((auth) => auth.createUser({ ...chosen, emailVerified: true }));
}

/** The same for who logged in by Google: only that opens the new account. */
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

/** Deletes an account, and what is known of it. */
export async function remove(ask: FirebaseCalls, uid: string) {
  await present(ask.admin((auth) => auth.deleteUser(uid)));
  await write((tx) => forget(tx, uid));
}

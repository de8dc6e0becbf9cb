/** ID tokens from Firebase's browser script, as Google's window returns them. */
import type { UserInfo, UserRecord } from "firebase-admin/auth";
import { canonicalAddress } from "db/email-address";
import { email } from "~/core/form/rules";
import { IdentityError } from "~/auth/identity-errors";
import { findKnown, markProven, replaceByGoogle } from "./accounts.server";
import type { FirebaseCalls } from "./calls.server";

/** Maximum age of the login in a token, in seconds. */
const freshFor = 5 * 60;
/** Tolerated clock difference with Google, in seconds. */
const clocksDiffer = 60;

/**
 * Verifies a token and returns its account, or the account that replaced it. Throws `IdentityError` if the token is
 * invalid, stale, or from a way to sign in that the account no longer has.
 */
export async function accountOfToken(
  ask: FirebaseCalls,
  token: string,
): Promise<{ user: UserRecord; isReplaced: boolean }> {
  const claims = await verified(ask, token);
  const age = Date.now() / 1000 - claims.auth_time;
  if (age > freshFor) throw new IdentityError("requires-recent-login");
  const user = await ask.admin((auth) => auth.getUser(claims.uid));
  const by = user.providerData.find(({ providerId }) => providerId === claims.firebase?.sign_in_provider);
  if (!(age >= -clocksDiffer) || !by || !hasEmail(user)) throw new IdentityError("invalid-id-token");
  const theirs = vouchesFor(user, by) ? await believeGoogle(ask, user, by) : user;
  return { user: theirs, isReplaced: theirs !== user };
}

async function verified(ask: FirebaseCalls, token: string) {
  try {
    return await ask.admin((auth) => auth.verifyIdToken(token, true));
  } catch (error) {
    // Damaged, unsigned, for another project or for a deleted account: all get the same code, which tells an attacker
    // nothing.
    const isAboutUs = error instanceof IdentityError && !["argument-error", "user-not-found"].includes(error.code);
    throw isAboutUs ? error : new IdentityError("invalid-id-token", { cause: error });
  }
}

/** Whether the address is valid by our own rules, which other providers may not share. */
const hasEmail = (user: UserRecord): user is UserRecord & { email: string } => email().safeParse(user.email).success;

/** Whether Google vouches for the account's address, which it does only for a Google account with that same address. */
const vouchesFor = (user: UserRecord, { providerId, email }: UserInfo) =>
  user.emailVerified &&
  providerId === "google.com" &&
  canonicalAddress(email ?? "") === canonicalAddress(user.email ?? "");

/**
 * Returns the account if it is verified, or replaces it by one that only Google opens and marks that as verified.
 * Whoever opened the old one may have set a password without owning the address.
 */
async function believeGoogle(
  ask: FirebaseCalls,
  user: UserRecord & { email: string },
  google: UserInfo,
): Promise<UserRecord> {
  if ((await findKnown(user)).isProven) return user;
  const theirs = await replaceByGoogle(ask, user, google);
  await markProven(theirs.uid, user.email);
  return theirs;
}

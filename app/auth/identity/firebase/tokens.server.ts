/** ID tokens: what a browser brings that signed in by Firebase's own script, as Google's window does. */
import type { UserInfo, UserRecord } from "firebase-admin/auth";
import { canonicalAddress } from "db/email-address";
import { email } from "~/core/form/rules";
import { IdentityError } from "~/auth/identity-errors";
import { findKnown, prove, replaceByGoogle } from "./accounts.server";
import type { FirebaseCalls } from "./calls.server";

/** A token makes a session only so soon after the login that it tells of, in seconds. */
const freshFor = 5 * 60;
/** How far Google's clock may be ahead of ours, in seconds. */
const clocksDiffer = 60;

/**
 * The account of a token that is genuine, fresh and by a way in that the account still has, or the one that took its
 * place. Throws `IdentityError`.
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
    // Damaged (which the library may not foresee), unsigned, for another project, of an account that is gone: whoever
    // sends such a thing need not be told.
    const isAboutUs = error instanceof IdentityError && !["argument-error", "user-not-found"].includes(error.code);
    throw isAboutUs ? error : new IdentityError("invalid-id-token", { cause: error });
  }
}

/** An address by our own rules too: other sites and providers may take what is none. */
const hasEmail = (user: UserRecord): user is UserRecord & { email: string } => email().safeParse(user.email).success;

/**
 * Google knows whose the addresses of its own accounts are. An account with one address can have a Google account of
 * another added to it.
 */
const vouchesFor = (user: UserRecord, { providerId, email }: UserInfo) =>
  user.emailVerified &&
  providerId === "google.com" &&
  canonicalAddress(email ?? "") === canonicalAddress(user.email ?? "");

/**
 * Whoever opened the account may have been anybody, with a password for the address and no right to it; so the first
 * time a new one takes its place, which only Google opens. From then on it is proven.
 */
async function believeGoogle(
  ask: FirebaseCalls,
  user: UserRecord & { email: string },
  google: UserInfo,
): Promise<UserRecord> {
  if ((await findKnown(user)).isProven) return user;
  const theirs = await replaceByGoogle(ask, user, google);
  await prove(theirs.uid, user.email);
  return theirs;
}

/** ID tokens: what a browser brings that signed in by Firebase's own script, as Google's window does. */
import type { UserInfo, UserRecord } from "firebase-admin/auth";
import { findKnown, prove, takeOver } from "./firebase-accounts.server";
import type { Asking } from "./firebase-calls.server";
import { newCode } from "./links.server";
import { IdentityError } from "./messages";

/** A token makes a session only so soon after the login that it tells of, in seconds (SPEC section 9). */
const freshFor = 5 * 60;
/** How far Google's clock may be ahead of ours, in seconds. */
const clocksDiffer = 60;

/** The account of a token that is genuine, fresh and by a way in that the account still has. Throws `IdentityError`. */
export async function accountOfToken(ask: Asking, token: string): Promise<UserRecord & { email: string }> {
  const claims = await verified(ask, token);
  const age = Date.now() / 1000 - claims.auth_time;
  if (age > freshFor) throw new IdentityError("requires-recent-login");
  const user = await ask.admin((auth) => auth.getUser(claims.uid));
  const by = user.providerData.find(({ providerId }) => providerId === claims.firebase?.sign_in_provider);
  if (!(age >= -clocksDiffer) || !by || !hasEmail(user)) throw new IdentityError("invalid-id-token");
  if (vouchesFor(user, by) && !(await findKnown(user)).isProven) await believeGoogle(ask, user);
  return user;
}

async function verified(ask: Asking, token: string) {
  try {
    return await ask.admin((auth) => auth.verifyIdToken(token, true));
  } catch (error) {
    // Damaged (which the library may not foresee), unsigned, for another project, of an account that is gone: whoever sends such a thing need not be told.
    const isAboutUs = error instanceof IdentityError && !["argument-error", "user-not-found"].includes(error.code);
    throw isAboutUs ? error : new IdentityError("invalid-id-token", { cause: error });
  }
}

const hasEmail = (user: UserRecord): user is UserRecord & { email: string } => Boolean(user.email);

/** Google knows whose the addresses of its own accounts are. An account with one address can have a Google account of another added to it. */
const vouchesFor = (user: UserRecord, { providerId, email }: UserInfo) =>
  user.emailVerified && providerId === "google.com" && email?.toLowerCase() === user.email?.toLowerCase();

/** Whoever chose a password for the address before may have been anybody: in its place comes one that nobody knows. */
async function believeGoogle(ask: Asking, user: UserRecord & { email: string }) {
  const hasPassword = user.providerData.some(({ providerId }) => providerId === "password");
  await takeOver(ask, user, { keep: "google.com", ...(hasPassword && { password: `aA1!${newCode()}` }) }); // as policies for passwords may want it
  await prove(user.uid, user.email);
}

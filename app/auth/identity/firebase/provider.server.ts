/**
 * Firebase Authentication as the identity provider. It keeps the passwords and sends the mails; Portico decides who
 * may sign in.
 */
import type { UserRecord } from "firebase-admin/auth";
import { z } from "zod";
import { config } from "config";
import { write } from "db";
import type { Way } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { log } from "~/core/process/log.server";
import type { Account, IdentityProvider } from "~/auth/identity/provider";
import { endLinks } from "~/auth/identity/links.server";
import { IdentityError } from "~/auth/identity-errors";
import { fewestOfProviders } from "~/auth/passwords/password-length";
import { refusePersonal, refusePersonalOf } from "~/auth/passwords/personal.server";
import { findKnown, nameSignUp, markProven, remove, replaceAccount, unprovenUids } from "./accounts.server";
import { Anything, type FirebaseCalls, beginCalls, accountIfExists } from "./calls.server";
import {
  accountOfCode,
  mailNewAddress,
  mailReset,
  mailVerificationQuietly,
  mailVerification,
  resetCode,
} from "./mails.server";
import { accountOfToken } from "./tokens.server";

const Signed = z.object({ localId: z.string(), idToken: z.string() });
/** The response for an account with a second factor at Firebase, which is not supported here. */
const HalfWay = z.object({ mfaPendingCredential: z.string() });
const AccountLookup = z.object({
  users: z.tuple([
    z.object({
      localId: z.string(),
      email: z.string(),
      emailVerified: z.boolean().default(false),
      displayName: z.string().default(""),
      validSince: z.coerce.number().optional(),
    }),
  ]),
});

export const firebase: IdentityProvider = {
  name: "firebase",

  async signUp({ email, password, displayName }) {
    refusePersonal(password, { email, name: displayName });
    const ask = beginCalls();
    const { localId: uid, idToken: ticket } = await openAccount(ask, { email, password, displayName });
    const signUp = ticket ? await nameSignUp(uid, email) : undefined;
    return { uid, email: canonicalAddress(email), emailVerified: false, displayName, disabled: false, signUp, ticket };
  },

  async proveAddress(account) {
    const { uid, email, signUp } = account;
    const known = await findKnown({ uid, email });
    if (signUp === undefined || known.signUp !== signUp) throw new IdentityError("invalid-credential");
    await beginCalls().admin((auth) => auth.updateUser(uid, { emailVerified: true }));
    await markProven(uid, email);
    return { ...account, emailVerified: true };
  },

  async signIn(email, password) {
    const ask = beginCalls();
    const { idToken } = await logIn(ask, email, password);
    const {
      users: [user],
    } = await ask.rest("lookup", { idToken }, AccountLookup);
    const { isProven, signUp } = await findKnown({ uid: user.localId, email: user.email });
    return {
      uid: user.localId,
      email: canonicalAddress(user.email),
      emailVerified: user.emailVerified && isProven,
      displayName: user.displayName,
      disabled: false,
      signUp: isProven ? undefined : (signUp ?? (await nameSignUp(user.localId))), // the password was just entered, so this browser may use it
      ticket: idToken,
      validSince: user.validSince === undefined ? undefined : new Date(user.validSince * 1000),
    };
  },

  async signInWithToken(token) {
    const { user, isReplaced } = await accountOfToken(beginCalls(), token);
    const validSince = user.tokensValidAfterTime ? new Date(user.tokensValidAfterTime) : undefined;
    return { ...(await toAccount(user)), ticket: isReplaced ? undefined : token, validSince };
  },

  async account(uid) {
    const user = await accountIfExists(beginCalls().admin((auth) => auth.getUser(uid)));
    return user && toAccount(user);
  },

  async sendVerification(to, from) {
    const ask = beginCalls();
    if (typeof to !== "string" && to.ticket) return mailVerification(ask, to, to.ticket, from);
    const email = typeof to === "string" ? to : to.email;
    const user = await accountIfExists(ask.admin((auth) => auth.getUserByEmail(email)));
    const account = user && (await toAccount(user));
    const sent = account && !account.emailVerified ? mailVerificationQuietly(beginCalls(), account, from) : undefined;
    // Wait for the mail only where the page shows its link; elsewhere the time would tell whether the account exists.
    return config.firebase?.emulatorHost ? sent : undefined;
  },

  async verify(code, { signUp, password, displayName = "", move }) {
    const ask = beginCalls();
    const { user, email, byFirebase, isAsked } = await accountOfCode(ask, code);
    const known = await findKnown({ uid: user.uid, email });
    const holds = isAsked || known.isProven || (signUp !== undefined && known.signUp === signUp && !known.isMoved);
    if (!holds && password === undefined) return { account: undefined, email };
    if (!holds) refusePersonal(password ?? "", { email, name: displayName });
    if (!holds) await ask.admin((auth) => auth.updateUser(user.uid, { password })); // tried first, so that a refused password does not use up the code
    if (isAsked && canonicalAddress(user.email ?? "") !== email) {
      await move?.check(user.uid, email); // unless Firebase's own page has changed it already
      await release(ask, email, user.uid);
    }
    if (byFirebase) await ask.rest("update", { oobCode: code }, Anything);
    const theirs = holds ? user : await replaceAccount(ask, user.uid, { email, password, displayName });
    await markProven(
      theirs.uid,
      email,
      isAsked ? (tx) => move?.apply(tx, user.uid, email) ?? Promise.resolve() : undefined,
    );
    return { account: { ...(await toAccount(theirs)), email, emailVerified: true }, isNewAddress: isAsked };
  },

  async sendReset(email, from) {
    try {
      return await mailReset(beginCalls(), email, from);
    } catch (error) {
      if (!(error instanceof IdentityError) || !(isAboutTheAccount(error) || error.code === "too-many-requests"))
        throw error;
      log.warn({ err: error }, "a mail for a new password was not sent"); // an error would tell whether the address has an account
      return undefined;
    }
  },

  async checkReset(code) {
    const { email } = await resetCode(beginCalls(), code);
    return { email };
  },

  async resetPassword(code, password, also) {
    const ask = beginCalls();
    const { email } = await resetCode(ask, code);
    await refusePersonalOf({ email }, password);
    await ask.rest("resetPassword", { oobCode: code, newPassword: password }, Anything);
    const user = await ask.admin((auth) => auth.getUserByEmail(email));
    const { isProven } = await findKnown(user);
    const theirs = isProven ? user : await replaceAccount(ask, user.uid, { email, password });
    await markProven(theirs.uid, email, async (tx) => also?.(tx, await toAccount(theirs)));
    return toAccount(theirs);
  },

  async waysIn(uid) {
    const user = await accountIfExists(beginCalls().admin((auth) => auth.getUser(uid)));
    return (user?.providerData ?? []).flatMap(({ providerId }) => providerWays[providerId] ?? []);
  },

  async checkPassword(uid, password) {
    await logInAgain(beginCalls(), uid, password);
  },

  async changePassword(uid, current, password, also) {
    const ask = beginCalls();
    const { idToken } = await logInAgain(ask, uid, current);
    await refusePersonalOf({ uid }, password);
    await ask.rest("update", { idToken, password }, Anything);
    await write(async (tx) => {
      await endLinks(tx, uid);
      await also?.(tx);
    });
  },

  async changeEmail(uid, email, from) {
    const ask = beginCalls();
    await release(ask, email, uid);
    return mailNewAddress(ask, uid, email, from);
  },

  async disable(uid, disabled) {
    await accountIfExists(beginCalls().admin((auth) => auth.updateUser(uid, { disabled })));
  },

  async revoke(uid) {
    await accountIfExists(beginCalls().admin((auth) => auth.revokeRefreshTokens(uid)));
  },

  async delete(uid) {
    await remove(beginCalls(), uid);
  },

  async deleteUnverified(before) {
    const ask = beginCalls();
    let count = 0;
    for (const uid of await unprovenUids(before)) {
      const user = await accountIfExists(ask.admin((auth) => auth.getUser(uid)));
      if (user?.emailVerified) continue; // verified on Firebase's own page, and only our mail is missing
      if ((await unprovenUids(before, uid)).length === 0) continue; // verified, or sent a new link, meanwhile
      await remove(ask, uid);
      count++;
    }
    return count;
  },
};

/**
 * Deletes the unverified account that holds an address, for an account that has verified it. Throws
 * `email-already-exists` if the holder is another account that is verified or was opened elsewhere.
 */
async function release(ask: FirebaseCalls, email: string, uid: string) {
  const other = await accountIfExists(ask.admin((auth) => auth.getUserByEmail(email)));
  if (!other || other.uid === uid) return;
  const { beganHere, isProven } = await findKnown(other);
  if (!beganHere || isProven || other.emailVerified) throw new IdentityError("email-already-exists");
  await remove(ask, other.uid);
}

/**
 * Opens an account, replacing an unverified one that was opened here. An account opened elsewhere is left alone and
 * returned without `idToken`, because other sites may share the project: its owner sets name and password by the
 * mailed link.
 */
async function openAccount(
  ask: FirebaseCalls,
  person: { email: string; password: string; displayName: string },
): Promise<{ localId: string; idToken?: string }> {
  try {
    return await ask.rest("signUp", { ...person, returnSecureToken: true }, Signed);
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== "email-already-exists") throw error;
    const user = await ask.admin((auth) => auth.getUserByEmail(person.email));
    const { beganHere, isProven } = await findKnown(user);
    if (isProven || user.emailVerified) throw error;
    if (!beganHere) return { localId: user.uid };
    if (person.password.length < fewestOfProviders) throw new IdentityError("weak-password");
    await remove(ask, user.uid); // recreated, so that no earlier credentials work
    return ask.rest("signUp", { ...person, returnSecureToken: true }, Signed);
  }
}

/**
 * Checks a password. Firebase reports a disabled account even for a wrong password, so all errors about the account
 * become `invalid-credential`.
 */
async function logIn(ask: FirebaseCalls, email: string, password: string) {
  try {
    const answer = await ask.rest(
      "signInWithPassword",
      { email, password, returnSecureToken: true },
      Signed.or(HalfWay),
    );
    if ("mfaPendingCredential" in answer) throw new IdentityError("second-factor-required");
    return answer;
  } catch (error) {
    throw error instanceof IdentityError && isAboutTheAccount(error)
      ? new IdentityError("invalid-credential", { cause: error })
      : error;
  }
}

/** Checks the password of a known account, and reports a wrong one as `wrong-password`. */
async function logInAgain(ask: FirebaseCalls, uid: string, password: string) {
  const user = await accountIfExists(ask.admin((auth) => auth.getUser(uid)));
  return logIn(ask, user?.email ?? "", password).catch((error: unknown) => {
    throw error instanceof IdentityError && error.code === "invalid-credential"
      ? new IdentityError("wrong-password")
      : error;
  });
}

/** Firebase's provider ids for the ways to sign in. */
const providerWays: Partial<Record<string, Way>> = { password: "password", "google.com": "google" };

const isAboutTheAccount = ({ code }: IdentityError) =>
  ["invalid-credential", "wrong-password", "user-not-found", "user-disabled", "invalid-email"].includes(code);

async function toAccount(user: UserRecord): Promise<Account> {
  const { isProven } = await findKnown(user);
  return {
    uid: user.uid,
    email: canonicalAddress(user.email ?? ""),
    emailVerified: user.emailVerified && isProven,
    displayName: user.displayName ?? "",
    disabled: user.disabled,
  };
}

/** The mails that Firebase sends for Portico, and the handling of their links. */
import type { UserRecord } from "firebase-admin/auth";
import { z } from "zod";
import { config } from "config";
import { db } from "db";
import { isLocalSample } from "~/core/http/local-sample.server";
import { canonicalAddress } from "db/email-address";
import { log } from "~/core/process/log.server";
import type { Account, ShownLink } from "~/auth/identity/provider";
import { findLink, hasLink, makeLink } from "~/auth/identity/links.server";
import { IdentityError } from "~/auth/identity-errors";
import { findKnown } from "./accounts.server";
import { Anything, type FirebaseCalls, accountIfExists } from "./calls.server";

const Code = z.object({ email: z.string(), newEmail: z.string().optional(), requestType: z.string() });

interface AccountOfCode {
  user: UserRecord;
  /** The address that the mail was sent to. */
  email: string;
  byFirebase: boolean;
  /** Whether the account's owner asked here for this new address (`changeEmail`). */
  isAsked: boolean;
}

/**
 * Returns the account of a mailed code: one of Firebase's, or our own, to which Firebase's page leads back after it
 * has verified the address.
 */
export async function accountOfCode(ask: FirebaseCalls, code: string): Promise<AccountOfCode> {
  const link = (await findLink(db, "verify", code)) ?? (await findLink(db, "change", code));
  if (link) {
    const user = await requireAccount(ask.admin((auth) => auth.getUser(link.uid)));
    if (!user.emailVerified || canonicalAddress(user.email ?? "") !== link.email)
      throw new IdentityError("email-not-verified");
    return {
      user,
      email: link.email,
      byFirebase: false,
      isAsked: link.purpose === "change" || (await hasLink(db, "change", user.uid, link.email)),
    };
  }
  const mail = await ask.rest("resetPassword", { oobCode: code }, Code);
  if (!["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"].includes(mail.requestType))
    throw new IdentityError("invalid-action-code");
  const user = await requireAccount(ask.admin((auth) => auth.getUserByEmail(mail.email)));
  const email = canonicalAddress(mail.newEmail ?? mail.email);
  const isRequested = await hasLink(db, "change", user.uid, email);
  // An address change that was not requested here, or was given up, must not hand the account to the reader of
  // that mail.
  if (mail.newEmail && !isRequested && (await findKnown(user)).isProven) throw new IdentityError("invalid-action-code");
  return { user, email, byFirebase: true, isAsked: isRequested };
}

/** Returns the account of a link. Throws `invalid-action-code` if it no longer exists. */
async function requireAccount(asked: Promise<UserRecord>): Promise<UserRecord> {
  const user = await accountIfExists(asked);
  if (!user) throw new IdentityError("invalid-action-code");
  return user;
}

/** Returns the account whose password a mailed code resets. Throws `invalid-action-code` for codes of another kind. */
export async function resetCode(ask: FirebaseCalls, code: string) {
  const mail = await ask.rest("resetPassword", { oobCode: code }, Code);
  if (mail.requestType !== "PASSWORD_RESET") throw new IdentityError("invalid-action-code");
  return mail;
}

/** Makes Firebase mail the verification link of an account that has just signed in. */
export async function mailVerification(
  ask: FirebaseCalls,
  { uid, email }: Pick<Account, "uid" | "email">,
  idToken: string,
  from?: string,
): Promise<ShownLink> {
  const continueUrl = addressOf("/email-verification", { oobCode: await makeLink("verify", uid, email), from });
  await ask.rest("sendOobCode", { requestType: "VERIFY_EMAIL", idToken, continueUrl }, Anything);
  return rewriteEmulatorLink(await ask.mailedLink(email, "VERIFY_EMAIL"));
}

/** Makes Firebase mail a password reset link. */
export async function mailReset(ask: FirebaseCalls, email: string, from?: string): Promise<ShownLink> {
  await ask.rest(
    "sendOobCode",
    { requestType: "PASSWORD_RESET", email, continueUrl: addressOf("/login", { from }) },
    Anything,
  );
  return rewriteEmulatorLink(await ask.mailedLink(email, "PASSWORD_RESET"));
}

/** Makes Firebase mail a link that changes the account's address. */
export async function mailNewAddress(
  ask: FirebaseCalls,
  uid: string,
  email: string,
  from?: string,
): Promise<ShownLink> {
  const idToken = await ticketFor(ask, uid);
  const continueUrl = addressOf("/email-verification", { oobCode: await makeLink("change", uid, email), from });
  await ask.rest(
    "sendOobCode",
    { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: email, continueUrl },
    Anything,
  );
  return rewriteEmulatorLink(await ask.mailedLink(email, "VERIFY_AND_CHANGE_EMAIL"));
}

/**
 * Mails a verification link to an address that a visitor typed. Errors are only logged, because the result must not
 * tell whether the address has an account.
 */
export async function mailVerificationQuietly(ask: FirebaseCalls, account: Account, from?: string): Promise<ShownLink> {
  try {
    return await mailVerification(ask, account, await ticketFor(ask, account.uid), from);
  } catch (error) {
    log.error({ err: error }, "a verification mail could not be sent");
    return undefined;
  }
}

/** Returns an ID token for the account, because Firebase mails only to accounts that have just signed in. */
async function ticketFor(ask: FirebaseCalls, uid: string): Promise<string> {
  const token = await ask.admin((auth) => auth.createCustomToken(uid));
  const { idToken } = await ask.rest(
    "signInWithCustomToken",
    { token, returnSecureToken: true },
    z.object({ idToken: z.string() }),
  );
  return idToken;
}

/** Returns an address of this site, such as `https://office.example.com/login?from=%2Fusers`. */
function addressOf(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "/",
  );
  return `${config.appUrl}${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

/** Rewrites the emulator's link as it would be in a project whose action URL is Portico's. */
const rewriteEmulatorLink = (link: URL | undefined): ShownLink =>
  link && isLocalSample() ? `${config.appUrl}/verification${link.search}` : undefined;

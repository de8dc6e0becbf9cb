/** The mails that Firebase sends for Portico, and what their links lead to. */
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
import { Anything, type FirebaseCalls, present } from "./calls.server";

const Code = z.object({ email: z.string(), newEmail: z.string().optional(), requestType: z.string() });

interface Followed {
  user: UserRecord;
  /** The address that the mail went to. */
  email: string;
  byFirebase: boolean;
  /** It makes an address the account's for which its owner asked here (`changeEmail`). */
  isAsked: boolean;
}

/**
 * Whom a mailed code is about: one of Firebase's, or our own, which its page leads back with after it has verified the
 * address.
 */
export async function followed(ask: FirebaseCalls, code: string): Promise<Followed> {
  const link = (await findLink(db, "verify", code)) ?? (await findLink(db, "change", code));
  if (link) {
    const user = await there(ask.admin((auth) => auth.getUser(link.uid)));
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
  const user = await there(ask.admin((auth) => auth.getUserByEmail(mail.email)));
  const email = canonicalAddress(mail.newEmail ?? mail.email);
  const isAsked = await hasLink(db, "change", user.uid, email);
  // Who gave up a new address, or was asked for none, shall not lose their account to whoever reads its mail.
  if (mail.newEmail && !isAsked && (await findKnown(user)).isProven) throw new IdentityError("invalid-action-code");
  return { user, email, byFirebase: true, isAsked };
}

/** The account of a link, which dies with it. */
async function there(asked: Promise<UserRecord>): Promise<UserRecord> {
  const user = await present(asked);
  if (!user) throw new IdentityError("invalid-action-code");
  return user;
}

/** Whose password a mailed code changes. */
export async function resetCode(ask: FirebaseCalls, code: string) {
  const mail = await ask.rest("resetPassword", { oobCode: code }, Code);
  if (mail.requestType !== "PASSWORD_RESET") throw new IdentityError("invalid-action-code");
  return mail;
}

/** Has the link mailed that verifies the address of an account that has just signed in. */
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

/** Has the link mailed that leads to a new password. */
export async function mailReset(ask: FirebaseCalls, email: string, from?: string): Promise<ShownLink> {
  await ask.rest(
    "sendOobCode",
    { requestType: "PASSWORD_RESET", email, continueUrl: addressOf("/login", { from }) },
    Anything,
  );
  return rewriteEmulatorLink(await ask.mailedLink(email, "PASSWORD_RESET"));
}

/** Has the link mailed that makes a new address the account's. */
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

/** For an address that somebody typed: neither the time nor the outcome may tell whether it has an account. */
export async function mailUnasked(ask: FirebaseCalls, account: Account, from?: string): Promise<ShownLink> {
  try {
    return await mailVerification(ask, account, await ticketFor(ask, account.uid), from);
  } catch (error) {
    log.error({ err: error }, "a verification mail could not be sent");
    return undefined;
  }
}

/** Firebase sends its mails only to who has just signed in, so Portico does so for them. */
async function ticketFor(ask: FirebaseCalls, uid: string): Promise<string> {
  const token = await ask.admin((auth) => auth.createCustomToken(uid));
  const { idToken } = await ask.rest(
    "signInWithCustomToken",
    { token, returnSecureToken: true },
    z.object({ idToken: z.string() }),
  );
  return idToken;
}

/** An address of this site, such as `https://office.example.com/login?from=%2Fusers`. */
function addressOf(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "/",
  );
  return `${config.appUrl}${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

/** The emulator's link as the mail of a project would have it whose action URL is Portico's. */
const rewriteEmulatorLink = (link: URL | undefined): ShownLink =>
  link && isLocalSample() ? `${config.appUrl}/verification${link.search}` : undefined;

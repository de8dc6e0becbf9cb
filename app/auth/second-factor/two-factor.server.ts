/** The second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for the day it is lost. */
import { and, eq, isNull, lt, notLike } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db, type Transaction, write } from "db";
import { authenticators, recoveryCodes, secondStepResets, trustedBrowsers, type User } from "db/schema";
import { digest, newSecret, seal, unseal } from "~/core/process/secrets.server";
import type { Place } from "../sessions/place.server";
import { appCodesRefused, countWrongCode } from "./code-limit.server";

/** A code counts in its own time step and in those beside it, because clocks differ; in seconds. */
const period = 30;
const drift = 1;
/** RFC 4226 asks for 160 bits. */
const keyBytes = 20;

const howMany = 10;
/**
 * Without what is easily misread. 24 of 32 letters are 120 bits: too many to guess even with the database at hand, so
 * that a fast hash keeps them.
 */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 24;
/** Earlier versions made codes of 80 bits. They still work, and their people are asked to make new ones. */
const oldLength = 16;

const sealedFor = (userId: number) => `authenticator of user ${userId}`;

function generator(key: string, email = ""): TOTP {
  return new TOTP({
    issuer: "Portico",
    label: email,
    algorithm: "SHA1",
    digits: 6,
    period,
    secret: Secret.fromBase32(key),
  });
}

/** What the page of somebody's second factor shows. */
type TwoFactor =
  | { state: "off" }
  | { state: "codes"; codes: string[]; set: string; isOn: boolean }
  | { state: "confirm"; key: string; uri: string }
  | { state: "on"; since: Date; codesLeft: number; hasShortCodes: boolean };

/**
 * How far somebody is: new recovery codes come first, then the app is confirmed. What cannot be unsealed any more
 * counts as off until it was confirmed.
 */
export async function twoFactorOf(me: User): Promise<TwoFactor> {
  const row = await authenticatorOf(db, me.id);
  if (!row) return { state: "off" };
  const codes = row.newCodes && unseal(row.newCodes, sealedFor(me.id));
  if (codes)
    return { state: "codes", codes: codes.split(" "), set: digest(row.newCodes ?? ""), isOn: row.confirmedAt !== null };
  if (row.confirmedAt)
    return {
      state: "on",
      since: row.confirmedAt,
      codesLeft: await codesLeft(db, me.id),
      hasShortCodes: await hasShortCodes(me.id),
    };
  const key = unseal(row.secret, sealedFor(me.id));
  return key ? { state: "confirm", key, uri: generator(key, me.email).toString() } : { state: "off" };
}

type Authenticator = typeof authenticators.$inferSelect;

async function authenticatorOf(from: Pick<Transaction, "select">, userId: number): Promise<Authenticator | undefined> {
  return (await from.select().from(authenticators).where(eq(authenticators.userId, userId)))[0];
}

/** Whether logging in asks somebody for a code. */
export async function isTwoFactorOn(userId: number, from: Pick<Transaction, "select"> = db): Promise<boolean> {
  return (await authenticatorOf(from, userId))?.confirmedAt != null;
}

/** How many recovery codes somebody can still use. */
export const codesLeft = (from: Pick<Transaction, "$count">, userId: number) =>
  from.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/** Whether recovery codes that somebody can still use are of the older, shorter kind. */
async function hasShortCodes(userId: number): Promise<boolean> {
  return (
    (await db.$count(
      recoveryCodes,
      and(
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
        notLike(recoveryCodes.codeHash, `${longPrefix}%`),
      ),
    )) > 0
  );
}

/** Makes a key and recovery codes for somebody who has no second factor. Nothing happens to one who has. */
export async function beginTwoFactor(tx: Transaction, userId: number) {
  if ((await authenticatorOf(tx, userId))?.confirmedAt) return;
  const secret = seal(new Secret({ size: keyBytes }).base32, sealedFor(userId));
  const fresh = { secret, lastStep: null, newCodes: await renewCodes(tx, userId), createdAt: new Date() };
  await tx
    .insert(authenticators)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: authenticators.userId, set: fresh });
}

/** Takes back what was begun and not confirmed. */
export async function cancelTwoFactor(tx: Transaction, userId: number) {
  const begun = and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt));
  const [gone] = await tx.delete(authenticators).where(begun).returning({ userId: authenticators.userId });
  if (gone) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * The new codes were put away: from now on nobody can read them here. Answers whether `set` are still those that there
 * are.
 */
export async function keepCodes(tx: Transaction, userId: number, set: string): Promise<boolean> {
  const row = await authenticatorOf(tx, userId);
  if (!row?.newCodes || digest(row.newCodes) !== set) return false;
  await tx.update(authenticators).set({ newCodes: null }).where(eq(authenticators.userId, userId));
  return true;
}

/** Forgets what people began to set up before a moment and did not confirm. Answers how much. */
export async function cancelOldSetups(before: Date): Promise<number> {
  const old = await db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(and(isNull(authenticators.confirmedAt), lt(authenticators.createdAt, before)));
  for (const { userId } of old) await write((tx) => cancelTwoFactor(tx, userId));
  return old.length;
}

/**
 * Ten new recovery codes in the place of the old, to be shown until they were put away. Answers whether the second
 * factor is on.
 */
export async function regenerateCodes(tx: Transaction, userId: number): Promise<boolean> {
  if (!(await authenticatorOf(tx, userId))?.confirmedAt) return false;
  await tx
    .update(authenticators)
    .set({ newCodes: await renewCodes(tx, userId) })
    .where(eq(authenticators.userId, userId));
  return true;
}

/** Answers the new codes, sealed. */
async function renewCodes(tx: Transaction, userId: number): Promise<string> {
  const codes = Array.from({ length: howMany }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: digestOf(userId, code), userId })));
  return seal(codes.join(" "), sealedFor(userId));
}

/** Such as "K7QM-2XWD-9RTA-HC4P-5SXN-JWB8". */
function newRecoveryCode(): string {
  const bytes = Buffer.from(newSecret(codeLength), "base64url");
  return [...bytes]
    .map((byte) => letters[byte % letters.length])
    .join("")
    .replace(/(.{4})(?=.)/g, "$1-");
}

/** People type codes with or without dashes, in any case. */
const normalizeCode = (code: string) => code.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
const isAppCode = (code: string) => /^\d{6}$/.test(normalizeCode(code));
/** The hash of a code says of which length it was, so that people whose codes are short can be told. */
const longPrefix = `${codeLength}:`;
const digestOf = (userId: number, code: string) =>
  (normalizeCode(code).length === oldLength ? "" : longPrefix) + digest(`${userId} ${normalizeCode(code)}`);

/** What became of a code. `recovery` is how many recovery codes are left after one was used. */
type Checked = { ok: true; recovery?: number } | { ok: false; why: string };

const wrongCodeMessage = "This code is not right. Check the time on your phone, and enter the newest one.";

/** Confirms that the app makes the right codes, which turns the second factor on. */
export async function confirmTwoFactor(tx: Transaction, userId: number, code: string): Promise<Checked> {
  const row = await authenticatorOf(tx, userId);
  if (!row || row.newCodes || row.confirmedAt)
    return { ok: false, why: "The page had changed meanwhile. Look at it again, and go on from there." };
  const checked = await checkStep(tx, row, code);
  if (checked.ok)
    await tx.update(authenticators).set({ confirmedAt: new Date() }).where(eq(authenticators.userId, userId));
  return checked;
}

/**
 * Checks the code of somebody whose second factor is on: of the app, or a recovery code. Each works once. Wrong codes
 * of the app are counted for the person, and after too many in a day only recovery codes are checked.
 */
export async function checkCode(tx: Transaction, userId: number, code: string, place: Place): Promise<Checked> {
  const row = await authenticatorOf(tx, userId);
  if (!row?.confirmedAt) return { ok: false, why: "Two-factor is off now. Log in again." };
  return isAppCode(code) ? checkAppCode(tx, row, code, place) : checkRecovery(tx, userId, code);
}

async function checkAppCode(tx: Transaction, row: Authenticator, code: string, place: Place): Promise<Checked> {
  const refused = await appCodesRefused(tx, row.userId);
  if (refused) return { ok: false, why: refused };
  const checked = await checkStep(tx, row, code);
  if (!checked.ok && checked.why === wrongCodeMessage) await countWrongCode(tx, row.userId, place);
  return checked;
}

async function checkStep(tx: Transaction, { userId, secret, lastStep }: Authenticator, code: string): Promise<Checked> {
  if (!isAppCode(code)) return { ok: false, why: wrongCodeMessage };
  const key = unseal(secret, sealedFor(userId));
  if (!key)
    return {
      ok: false,
      why: "Codes of your app cannot be checked any more, because the site's secret was changed. Use a recovery code.",
    };
  const now = Date.now();
  const delta = generator(key).validate({ token: normalizeCode(code), window: drift, timestamp: now });
  if (delta === null) return { ok: false, why: wrongCodeMessage };
  const step = Math.floor(now / 1000 / period) + delta;
  if (lastStep !== null && step <= lastStep)
    return { ok: false, why: "This code was used already. Wait for the next one, which comes within 30 seconds." };
  await tx.update(authenticators).set({ lastStep: step }).where(eq(authenticators.userId, userId));
  return { ok: true };
}

async function checkRecovery(tx: Transaction, userId: number, code: string): Promise<Checked> {
  const [found] = await tx
    .select()
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.codeHash, digestOf(userId, code)), eq(recoveryCodes.userId, userId)));
  if (!found)
    return {
      ok: false,
      why: [codeLength, oldLength].includes(normalizeCode(code).length)
        ? "This is none of your recovery codes. Check what you typed."
        : wrongCodeMessage,
    };
  if (found.usedAt) return { ok: false, why: "This recovery code was used already. Take another one." };
  await tx.update(recoveryCodes).set({ usedAt: new Date() }).where(eq(recoveryCodes.codeHash, found.codeHash));
  return { ok: true, recovery: await codesLeft(tx, userId) };
}

/** From now on every browser of a person is asked for a code. Answers how many were not until now. */
export async function forgetBrowsers(tx: Transaction, userId: number): Promise<number> {
  return (
    await tx
      .delete(trustedBrowsers)
      .where(eq(trustedBrowsers.userId, userId))
      .returning({ hash: trustedBrowsers.tokenHash })
  ).length;
}

/** Turns the second factor off, and forgets all that belongs to it, also that it was to be reset. */
export async function endTwoFactor(tx: Transaction, userId: number) {
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondStepResets).where(eq(secondStepResets.userId, userId));
  await forgetBrowsers(tx, userId);
}

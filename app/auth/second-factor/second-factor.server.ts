/** The second factor: codes of an authenticator app (TOTP, RFC 6238) and recovery codes. */
import { and, eq, isNull, lt, notLike } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db, type Transaction, write } from "db";
import { authenticators, recoveryCodes, secondFactorResets, trustedBrowsers, type User } from "db/schema";
import { digest, newSecret, seal, unseal } from "~/core/process/secrets.server";
import type { Place } from "../sessions/place.server";
import { appCodesRefused, countWrongCode } from "./code-limit.server";

/** Length of a time step, in seconds. Codes of the neighbouring steps are accepted too, because clocks differ. */
const period = 30;
const drift = 1;
/** RFC 4226 recommends 160 bits. */
const keyBytes = 20;

const recoveryCodeCount = 10;
/**
 * Letters of recovery codes, without those that are easily misread. 24 of 32 letters are 120 bits, which a fast hash
 * protects even if the database leaks.
 */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 24;
/** Length of the 80-bit codes of earlier versions. They still work, but their users are asked to make new ones. */
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

/** State of the settings page of a user's second factor. */
type SecondFactor =
  | { state: "off" }
  | { state: "codes"; codes: string[]; set: string; isOn: boolean }
  | { state: "confirm"; key: string; uri: string }
  | { state: "on"; since: Date; codesLeft: number; hasShortCodes: boolean };

/**
 * Returns the setup's state: recovery codes are shown first, then the app is confirmed. An unconfirmed key that can no
 * longer be unsealed counts as off.
 */
export async function secondFactorOf(me: User): Promise<SecondFactor> {
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

/** Whether the user's sign-in requires a code. */
export async function isSecondFactorOn(userId: number, from: Pick<Transaction, "select"> = db): Promise<boolean> {
  return (await authenticatorOf(from, userId))?.confirmedAt != null;
}

/** Returns the number of unused recovery codes. */
export const codesLeft = (from: Pick<Transaction, "$count">, userId: number) =>
  from.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/** Whether the user has unused recovery codes of the older, shorter kind. */
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

/** Creates a key and recovery codes. Does nothing if the second factor is already on. */
export async function beginSecondFactor(tx: Transaction, userId: number) {
  if ((await authenticatorOf(tx, userId))?.confirmedAt) return;
  const secret = seal(new Secret({ size: keyBytes }).base32, sealedFor(userId));
  const fresh = { secret, lastStep: null, newCodes: await renewCodes(tx, userId), createdAt: new Date() };
  await tx
    .insert(authenticators)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: authenticators.userId, set: fresh });
}

/** Cancels a setup that was not confirmed. */
export async function cancelSecondFactor(tx: Transaction, userId: number) {
  const begun = and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt));
  const [gone] = await tx.delete(authenticators).where(begun).returning({ userId: authenticators.userId });
  if (gone) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * Marks the recovery codes as saved, after which they are never shown again. Returns false if `set` is no longer the
 * current set.
 */
export async function keepCodes(tx: Transaction, userId: number, set: string): Promise<boolean> {
  const row = await authenticatorOf(tx, userId);
  if (!row?.newCodes || digest(row.newCodes) !== set) return false;
  await tx.update(authenticators).set({ newCodes: null }).where(eq(authenticators.userId, userId));
  return true;
}

/** Cancels setups begun before a moment and not confirmed, and returns their number. */
export async function cancelOldSetups(before: Date): Promise<number> {
  const old = await db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(and(isNull(authenticators.confirmedAt), lt(authenticators.createdAt, before)));
  for (const { userId } of old) await write((tx) => cancelSecondFactor(tx, userId));
  return old.length;
}

/**
 * Replaces the recovery codes, which are shown until they are marked as saved. Returns whether the second factor is
 * on.
 */
export async function regenerateCodes(tx: Transaction, userId: number): Promise<boolean> {
  if (!(await authenticatorOf(tx, userId))?.confirmedAt) return false;
  await tx
    .update(authenticators)
    .set({ newCodes: await renewCodes(tx, userId) })
    .where(eq(authenticators.userId, userId));
  return true;
}

/** Returns the new codes, sealed. */
async function renewCodes(tx: Transaction, userId: number): Promise<string> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: digestOf(userId, code), userId })));
  return seal(codes.join(" "), sealedFor(userId));
}

/** Returns a code such as "K7QM-2XWD-9RTA-HC4P-5SXN-JWB8". */
function newRecoveryCode(): string {
  const bytes = Buffer.from(newSecret(codeLength), "base64url");
  return [...bytes]
    .map((byte) => letters[byte % letters.length])
    .join("")
    .replace(/(.{4})(?=.)/g, "$1-");
}

/** Removes dashes and spaces, and ignores case. */
const normalizeCode = (code: string) => code.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
const isAppCode = (code: string) => /^\d{6}$/.test(normalizeCode(code));
/** Prefix of the hashes of long codes, which tells them from the older ones. */
const longPrefix = `${codeLength}:`;
const digestOf = (userId: number, code: string) =>
  (normalizeCode(code).length === oldLength ? "" : longPrefix) + digest(`${userId} ${normalizeCode(code)}`);

/** Result of checking a code. `recovery` is the number of recovery codes left after one was used. */
type Checked = { ok: true; recovery?: number } | { ok: false; why: string };

const wrongCodeMessage = "This code is not right. Check the time on your phone, and enter the newest one.";

/** Turns the second factor on if the code is right. */
export async function confirmSecondFactor(tx: Transaction, userId: number, code: string): Promise<Checked> {
  const row = await authenticatorOf(tx, userId);
  if (!row || row.newCodes || row.confirmedAt)
    return { ok: false, why: "The page had changed meanwhile. Look at it again, and go on from there." };
  const checked = await checkStep(tx, row, code);
  if (checked.ok)
    await tx.update(authenticators).set({ confirmedAt: new Date() }).where(eq(authenticators.userId, userId));
  return checked;
}

/**
 * Checks an app or recovery code, each of which works once. Wrong app codes are counted per user, and after too many
 * in a day only recovery codes are accepted.
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

/** Revokes the trust in all browsers of a user and returns how many were trusted. */
export async function forgetBrowsers(tx: Transaction, userId: number): Promise<number> {
  return (
    await tx
      .delete(trustedBrowsers)
      .where(eq(trustedBrowsers.userId, userId))
      .returning({ hash: trustedBrowsers.tokenHash })
  ).length;
}

/** Turns the second factor off and deletes everything that belongs to it, including requested resets. */
export async function endSecondFactor(tx: Transaction, userId: number) {
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactorResets).where(eq(secondFactorResets.userId, userId));
  await forgetBrowsers(tx, userId);
}

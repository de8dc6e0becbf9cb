/** Limits on what may not be tried for ever, kept in the database so that a restart forgives nothing. */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { attempts, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { networkOf } from "~/core/http/network.server";
import { logSecurityEvent } from "~/core/process/security-log.server";

/** Tries are counted for this long, in milliseconds. */
const period = 15 * 60_000;
const day = 24 * 60 * 60_000;
const maxForPair = 10;
const maxForAddress = 100;

/** What is limited. Each is counted by itself. */
type Limited = "sign-in" | "token" | "register" | "verification" | "reset" | "new-address" | "code" | "second-factor";

/**
 * A try that may be made, or how many seconds to wait. `giveBack` forgives it, once: it was no failure. `giveBackIn`
 * does so as part of another change, which spares waiting for a turn of its own; where that change is taken back,
 * `giveBack` is still to be called.
 */
export type Attempt =
  { ok: true; giveBack(): Promise<void>; giveBackIn(tx: Transaction): Promise<void> } | { ok: false; wait: number };

/**
 * Counts a try against the pair of `whose` (an e-mail, an account, a mailed code) and address, and against the address.
 * It is counted before it is made, so that a hundred at once are not more than one after another; others than this
 * address are never locked out.
 */
export async function takeAttempt(what: Limited, whose: string, address: string): Promise<Attempt> {
  const network = networkOf(address);
  const pair = { key: keyOf(what, network, canonicalAddress(whose)), most: maxForPair };
  const place = { key: keyOf(what, network), most: maxForAddress };
  const wait = await write((tx) => count(tx, [pair, place]));
  if (wait > 0) {
    logSecurityEvent({ event: "rate-limit", outcome: "failure", userId: await personBehind(what, whose), what });
    return { ok: false, wait };
  }
  let isGivenBack = false;
  const giveBackIn = async (tx: Transaction) => {
    await forgive(tx, pair.key, place.key);
    afterCommit(() => void (isGivenBack = true));
  };
  return { ok: true, giveBackIn, giveBack: async () => (isGivenBack ? undefined : write(giveBackIn)) };
}

/** Whose tries they are, where that is somebody here. */
async function personBehind(what: Limited, whose: string): Promise<number | undefined> {
  if (what === "second-factor") return Number(whose);
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, canonicalAddress(whose)), isNull(users.deletedAt)));
  return person?.id;
}

/**
 * Takes something that works once, within the period in which uses are counted. `giveBack` makes it good again: nothing
 * came of it.
 */
export async function useOnce(what: "token", secret: string): Promise<{ isFirst: boolean; giveBack(): Promise<void> }> {
  const key = keyOf("once", what, secret);
  const isFirst = (await write((tx) => count(tx, [{ key, most: 1 }]))) === 0;
  return {
    isFirst,
    giveBack: () => write(async (tx) => void (await tx.delete(attempts).where(eq(attempts.key, key)))),
  };
}

/** What is counted for a person by the day, whatever the addresses that it comes from. */
type Daily = "wrong-code" | "new-device" | "mail";

/** How often something was counted for `whose` in the day that began with the first time, and when that day ends. */
export async function dailyCount(
  from: Pick<Transaction, "select">,
  what: Daily,
  ...whose: string[]
): Promise<{ count: number; endsAt?: Date }> {
  const open = and(eq(attempts.key, keyOf("daily", what, ...whose)), gt(attempts.windowEndsAt, new Date()));
  const [row] = await from.select().from(attempts).where(open);
  return { count: row?.count ?? 0, endsAt: row?.windowEndsAt };
}

/** Counts it once more. Answers how often that is now. */
export async function countDaily(tx: Transaction, what: Daily, ...whose: string[]): Promise<number> {
  const { count, endsAt } = await dailyCount(tx, what, ...whose);
  const next = { count: count + 1, windowEndsAt: endsAt ?? new Date(Date.now() + day) };
  await tx
    .insert(attempts)
    .values({ key: keyOf("daily", what, ...whose), ...next })
    .onConflictDoUpdate({ target: attempts.key, set: next });
  return next.count;
}

/** How many mails of all kinds strangers together can have sent to one address within a day. */
export const maxMailsByStrangers = 6;

/** How many mails to one address each person who is signed in can cause within a day. */
export const maxMailsByPerson = 6;

/**
 * Counts a mail to this address, and returns whether it may still be sent. Mails that the signed-in person `by` (an id)
 * causes are counted apart, so that no stranger can use them up.
 */
export async function takeMailTo(tx: Transaction, email: string, by?: number | string | null): Promise<boolean> {
  const address = canonicalAddress(email);
  if (by === undefined) return (await countDaily(tx, "mail", address)) <= maxMailsByStrangers;
  return (await countDaily(tx, "mail", address, String(by))) <= maxMailsByPerson;
}

/** Takes away counts whose time is over. Answers how many. */
export async function deleteOldAttempts(): Promise<number> {
  const over = lte(attempts.windowEndsAt, new Date());
  return write(async (tx) => (await tx.delete(attempts).where(over).returning({ key: attempts.key })).length);
}

/** A sentence for people. `wait` is in seconds. */
export function waitSentence(wait: number): string {
  const minutes = Math.ceil(wait / 60);
  return `That was tried too often from here. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}

async function count(tx: Transaction, limits: { key: string; most: number }[]): Promise<number> {
  const now = Date.now();
  const keys = limits.map(({ key }) => key);
  await tx.delete(attempts).where(sql`${attempts.key} in ${keys} and ${lte(attempts.windowEndsAt, new Date(now))}`);
  const rows = await tx.select().from(attempts).where(inArray(attempts.key, keys));
  const full = limits.flatMap(({ key, most }) => rows.filter((row) => row.key === key && row.count >= most));
  if (full.length > 0) return Math.ceil((Math.max(...full.map((row) => row.windowEndsAt.getTime())) - now) / 1000);

  for (const key of keys) {
    const first = { key, count: 1, windowEndsAt: new Date(now + period) };
    await tx
      .insert(attempts)
      .values(first)
      .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } });
  }
  return 0;
}

/** Whoever knows the password has not been guessing: the pair starts anew, and the address gets this one try back. */
async function forgive(tx: Transaction, pair: string, place: string) {
  await tx.delete(attempts).where(eq(attempts.key, pair));
  await tx
    .update(attempts)
    .set({ count: sql`max(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, place));
}

/** Hashed: a list of who tried to sign in from where is nothing to keep. */
function keyOf(...parts: string[]) {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Rate limits on attempts such as sign-ins. They are kept in the database, so a restart does not reset them. */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { attempts, users } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { networkOf } from "~/core/http/network.server";
import { logSecurityEvent } from "~/core/process/security-log.server";

/** Window in which attempts are counted, in milliseconds. */
const period = 15 * 60_000;
const day = 24 * 60 * 60_000;
const maxForPair = 10;
const maxForAddress = 100;

/** The kinds of attempt that are limited, each counted separately. */
type Limited = "sign-in" | "token" | "register" | "verification" | "reset" | "new-address" | "code" | "second-factor";

/**
 * Permission to make an attempt, or the seconds to wait (`wait`). `giveBack` uncounts the attempt, at most once;
 * `giveBackIn` does so in the caller's transaction (one write fewer), and if that rolls back, call `giveBack`.
 */
export type Attempt =
  { ok: true; giveBack(): Promise<void>; giveBackIn(tx: Transaction): Promise<void> } | { ok: false; wait: number };

/**
 * Counts an attempt against the pair of `whose` (an e-mail, an account or a mailed code) and network, and against the
 * network alone. Call it before the attempt, so that parallel attempts cannot exceed the limit; other networks are
 * never locked out.
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
    await uncountAttempt(tx, pair.key, place.key);
    afterCommit(() => void (isGivenBack = true));
  };
  return { ok: true, giveBackIn, giveBack: async () => (isGivenBack ? undefined : write(giveBackIn)) };
}

/** Returns the id of the user that `whose` names, or undefined if there is none. */
async function personBehind(what: Limited, whose: string): Promise<number | undefined> {
  if (what === "second-factor") return Number(whose);
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, canonicalAddress(whose)), isNull(users.deletedAt)));
  return person?.id;
}

/**
 * Marks a secret as used within the window that attempts are counted in; `isFirst` is false if it was used before.
 * `giveBack` makes the secret usable again.
 */
export async function useOnce(what: "token", secret: string): Promise<{ isFirst: boolean; giveBack(): Promise<void> }> {
  const key = keyOf("once", what, secret);
  const isFirst = (await write((tx) => count(tx, [{ key, most: 1 }]))) === 0;
  return {
    isFirst,
    giveBack: () => write(async (tx) => void (await tx.delete(attempts).where(eq(attempts.key, key)))),
  };
}

/** Events counted per user and day, regardless of network. */
type Daily = "wrong-code" | "new-device" | "mail";

/**
 * Returns how often an event was counted for `whose` in the current 24-hour window, and when that window ends. The
 * window starts with the first event.
 */
export async function dailyCount(
  from: Pick<Transaction, "select">,
  what: Daily,
  ...whose: string[]
): Promise<{ count: number; endsAt?: Date }> {
  const open = and(eq(attempts.key, keyOf("daily", what, ...whose)), gt(attempts.windowEndsAt, new Date()));
  const [row] = await from.select().from(attempts).where(open);
  return { count: row?.count ?? 0, endsAt: row?.windowEndsAt };
}

/** Counts one more event and returns the new count. */
export async function countDaily(tx: Transaction, what: Daily, ...whose: string[]): Promise<number> {
  const { count, endsAt } = await dailyCount(tx, what, ...whose);
  const next = { count: count + 1, windowEndsAt: endsAt ?? new Date(Date.now() + day) };
  await tx
    .insert(attempts)
    .values({ key: keyOf("daily", what, ...whose), ...next })
    .onConflictDoUpdate({ target: attempts.key, set: next });
  return next.count;
}

/** Maximum mails of all kinds that signed-out visitors can cause to one address per day. */
export const maxMailsByStrangers = 6;

/** Maximum mails to one address that each signed-in user can cause per day. */
export const maxMailsByPerson = 6;

/**
 * Counts a mail to this address and returns whether it may still be sent. Mails that the signed-in user `by` (an id)
 * causes have a limit of their own, so that strangers cannot use it up.
 */
export async function takeMailTo(tx: Transaction, email: string, by?: number | string | null): Promise<boolean> {
  const address = canonicalAddress(email);
  if (by === undefined) return (await countDaily(tx, "mail", address)) <= maxMailsByStrangers;
  return (await countDaily(tx, "mail", address, String(by))) <= maxMailsByPerson;
}

/** Deletes counts whose window has ended and returns their number. */
export async function deleteOldAttempts(): Promise<number> {
  const over = lte(attempts.windowEndsAt, new Date());
  return write(async (tx) => (await tx.delete(attempts).where(over).returning({ key: attempts.key })).length);
}

/** Returns the message that asks people to wait. `wait` is in seconds. */
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

/** Resets the pair's count and takes one attempt off the network's count, because the attempt was no guess. */
async function uncountAttempt(tx: Transaction, pair: string, place: string) {
  await tx.delete(attempts).where(eq(attempts.key, pair));
  await tx
    .update(attempts)
    .set({ count: sql`max(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, place));
}

/** Returns a hash as the key, so that the database holds no readable list of users and networks. */
function keyOf(...parts: string[]) {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

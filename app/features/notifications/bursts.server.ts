/** Combines bursts of one event, such as an import of a thousand orders, into one mail at once and one for the rest. */
import { and, between, eq, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { latestMails } from "db/schema";
import { chunks } from "~/core/values/chunks";
import type { EventName } from "./events";

/** Minimum time between two mails about the same kind of event to a user, in milliseconds. */
export const burst = 5 * 60_000;

/** Maximum users per statement. */
const batchSize = 1000;

/** Remembers, with a change, that a mail about this went to these people. */
export async function noteMailed(tx: Transaction, event: string, userIds: number[]): Promise<void> {
  const at = new Date();
  for (const chunk of chunks(userIds, batchSize)) {
    await tx
      .insert(latestMails)
      .values(chunk.map((userId) => ({ event, userId, at })))
      .onConflictDoUpdate({ target: [latestMails.event, latestMails.userId], set: { at: sql`excluded.at` } });
  }
}

/** Returns those of the users who got no mail about this event lately, and records one for them. */
export async function firstOfBurst(tx: Transaction, event: EventName, userIds: number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const now = Date.now();
  const lately = between(latestMails.at, new Date(now - burst + 1), new Date(now + burst - 1)); // a clock may be set back
  const recent = await tx
    .select({ userId: latestMails.userId })
    .from(latestMails)
    .where(and(eq(latestMails.event, event), lately));
  const mailed = new Set(recent.map(({ userId }) => userId));
  const first = userIds.filter((id) => !mailed.has(id));
  await noteMailed(tx, event, first);
  return new Set(first);
}

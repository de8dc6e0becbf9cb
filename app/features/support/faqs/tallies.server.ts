/** Counters of FAQs: votes, reads, and searches without a result. They are not written to the journal. */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { faqMisses, faqReads, faqVotes, type User } from "db/schema";
import type { Access } from "~/core/access/access.server";
import { holdsNoCard } from "~/core/values/cards";
import { log } from "~/core/process/log.server";
import { today } from "~/core/values/today.server";
import { actOnOne } from "~/core/resource/act.server";
import { searchedWords } from "~/core/list/highlight.server";
import { maxMisses } from "./limits";
import { readableFaq } from "./published.server";

/** The votes on an answer; `none` removes an earlier vote. */
export const opinions = ["yes", "no", "none"] as const;

/** Stores the user's vote on an answer and replaces an earlier one. */
export function voteOn(by: User, faqId: number, opinion: (typeof opinions)[number]) {
  return actOnOne<{ id: number }>(by, async (tx) => {
    const found = await readableFaq(by, faqId, tx);
    if (!found) return undefined;
    if (opinion === "none") await tx.delete(faqVotes).where(and(eq(faqVotes.faqId, faqId), eq(faqVotes.userId, by.id)));
    else {
      const helpful = opinion === "yes";
      const target = [faqVotes.faqId, faqVotes.userId];
      await tx
        .insert(faqVotes)
        .values({ faqId, userId: by.id, helpful })
        .onConflictDoUpdate({ target, set: { helpful, createdAt: new Date() } });
    }
    return found;
  });
}

/** Counts a read of an answer by `me`, once per day. Errors are only logged. */
export function countRead(me: Access, faqId: number): Promise<void> {
  return countIfPossible(async (tx) => {
    if (!(await readableFaq(me, faqId, tx))) return;
    const day = today();
    await tx
      .insert(faqReads)
      .values({ faqId, day, count: 1 })
      .onConflictDoUpdate({ target: [faqReads.faqId, faqReads.day], set: { count: sql`${faqReads.count} + 1` } });
  });
}

/** Maximum length of a stored search, in characters. */
const longestMiss = 100;

/**
 * Counts a search without a result; above the limit it replaces the least frequent one. Searches with a card number
 * are not stored.
 */
export function countMiss(q: string): Promise<void> {
  const query = searchedWords(q).join(" ").slice(0, longestMiss).trim();
  if (query === "" || !holdsNoCard(q)) return Promise.resolve();
  return countIfPossible(async (tx) => {
    const set = { count: sql`${faqMisses.count} + 1`, lastAt: new Date() };
    await tx
      .insert(faqMisses)
      .values({ query, count: 1, lastAt: set.lastAt })
      .onConflictDoUpdate({ target: faqMisses.query, set });
    const others = tx
      .select({ query: faqMisses.query })
      .from(faqMisses)
      .where(sql`${faqMisses.query} <> ${query}`);
    const [one] = await others
      .orderBy(desc(faqMisses.count), desc(faqMisses.lastAt))
      .limit(1)
      .offset(maxMisses - 1);
    if (one) await tx.delete(faqMisses).where(eq(faqMisses.query, one.query));
  });
}

async function countIfPossible(count: (tx: Transaction) => Promise<void>): Promise<void> {
  await write(count).catch((error: unknown) =>
    log.warn({ err: error }, "something about the FAQs could not be counted"),
  );
}

/** Returns the searches without a result, most frequent first. */
export const misses = () =>
  db.select().from(faqMisses).orderBy(desc(faqMisses.count), desc(faqMisses.lastAt), asc(faqMisses.query));

/** Removes a search from the list. Returns whether it was there. */
export const forgetMiss = (query: string): Promise<boolean> =>
  write(async (tx) => (await tx.delete(faqMisses).where(eq(faqMisses.query, query)).returning()).length > 0);

/** Retention of visits, their export for a user, and their erasure with a person. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, asc, between, eq, inArray, lt, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { fold } from "db/fold";
import { pageViews, searches, type User, visits } from "db/schema";
import { pick } from "~/core/values/pick";
import { chunks } from "~/core/values/chunks";

/** Maximum visits per transaction; their page views and searches are deleted with them. */
const batchSize = 20;

/** Deletes the visits that ended before a time, with their page views and searches. Returns how many. */
export async function deleteOldVisits(before: Date): Promise<number> {
  for (let gone = 0; ;) {
    const some = await write((tx) => deleteSome(tx, before));
    gone += some;
    if (some < batchSize) return gone;
    await yieldToEventLoop();
  }
}

async function deleteSome(tx: Transaction, before: Date): Promise<number> {
  const old = tx
    .select({ id: visits.id })
    .from(visits)
    .where(and(lt(visits.startedAt, before), lt(visits.lastAt, before)))
    .orderBy(asc(visits.startedAt))
    .limit(batchSize);
  return (await tx.delete(visits).where(inArray(visits.id, old)).returning({ id: visits.id })).length;
}

/** A person's visits, each with its pages and searches. */
export async function* visitsOf({ id }: Pick<User, "id">) {
  const theirs = await db.select().from(visits).where(eq(visits.personId, id)).orderBy(asc(visits.startedAt));
  for (const visit of theirs) {
    const during = and(between(searches.at, visit.startedAt, visit.lastAt), eq(searches.visitId, visit.id));
    yield {
      ...pick(visit, "startedAt", "lastAt", "country", "browser", "referrer", "changes"),
      pages: await db
        .select({ page: pageViews.page, at: pageViews.at })
        .from(pageViews)
        .where(eq(pageViews.visitId, visit.id))
        .orderBy(asc(pageViews.id)),
      searches: await db
        .select({ term: searches.term, place: searches.place, at: searches.at })
        .from(searches)
        .where(during)
        .orderBy(asc(searches.at)),
    };
  }
}

/** Parts of a name as short as this stand in other words by chance. */
const minLength = 3;

/** Erases searches by anyone that contain the person's address or a part of their name. */
export async function eraseSearches(tx: Transaction, known: { names: string[]; emails: string[] }): Promise<void> {
  const words = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);
  const parts = new Set(known.names.flatMap(words).filter((part) => part.length >= minLength));
  const whole = [...known.names, ...known.emails].map(fold).filter(Boolean);
  const holding = [...parts, ...whole].map((text) => sql`instr(${searches.term}, ${text}) > 0`);
  if (holding.length === 0) return;
  const found = await tx
    .selectDistinct({ term: searches.term })
    .from(searches)
    .where(or(...holding));
  const naming = found
    .map(({ term }) => term)
    .filter((term) => words(term).some((word) => parts.has(word)) || whole.some((text) => term.includes(text)));
  for (const chunk of chunks(naming, 500)) await tx.delete(searches).where(inArray(searches.term, chunk));
}

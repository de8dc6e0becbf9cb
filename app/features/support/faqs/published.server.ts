/** The FAQs that a user may read, with their votes. */
import { and, asc, count, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { addDays } from "db/dates";
import { type FaqStatus, type SupportTopic, supportTopics } from "db/lookups";
import { type Faq, faqReads, faqs, faqVotes, type User } from "db/schema";
import { type Access, may } from "~/core/access/access.server";
import { today } from "~/core/values/today.server";
import { markdownHtml } from "../markdown.server";
import { markText } from "~/core/list/highlight.server";
import type { FoundFaq } from "./search.server";

/** The statuses of FAQs that the user may read. Drafts are visible only to editors, elsewhere. */
const statusesFor = (me: Access): FaqStatus[] => (may(me, "faqs.team") ? ["Published", "Team only"] : ["Published"]);

/** Returns the condition on `faqs` for what the user may read, without the trash. */
export const whereReadableBy = (me: Access) => and(inArray(faqs.status, statusesFor(me)), isNull(faqs.deletedAt));

/** The current user: the owner of the votes, with the access that decides what is visible. */
type FaqReader = Pick<User, "id"> & Access;

/** A FAQ as its page shows it: question, snippet and answer are HTML that is safe. */
export interface ShownFaq {
  id: number;
  topic: SupportTopic;
  question: string;
  snippet?: string;
  answer: string;
  /** Number of helpful and unhelpful votes. */
  yes: number;
  no: number;
  /** The current user's vote. */
  mine?: boolean;
}

/** The FAQ with this number, if `me` may read it. */
export async function readableFaq(
  me: Access,
  id: number,
  from: Pick<Transaction, "select"> = db,
): Promise<Faq | undefined> {
  return (
    await from
      .select()
      .from(faqs)
      .where(and(eq(faqs.id, id), whereReadableBy(me)))
  )[0];
}

/** The FAQs of a topic, or all of them, in their order. */
export async function faqsOf(me: FaqReader, topic?: SupportTopic): Promise<ShownFaq[]> {
  const rows = await db
    .select()
    .from(faqs)
    .where(and(whereReadableBy(me), topic && eq(faqs.topic, topic)))
    .orderBy(asc(faqs.position), asc(faqs.id));
  return withVotes(me, rows.map(withoutMarks));
}

/** Adds votes to the FAQs that a search found. */
export const foundFaqs = (me: Pick<User, "id">, found: FoundFaq[]): Promise<ShownFaq[]> => withVotes(me, found);

/** Returns the number of readable FAQs per topic, equal to the rows of `/support/faqs?topic=…`. */
export async function topicCounts(me: Access): Promise<{ topic: SupportTopic; count: number }[]> {
  const rows = await db
    .select({ topic: faqs.topic, count: count() })
    .from(faqs)
    .where(whereReadableBy(me))
    .groupBy(faqs.topic);
  return supportTopics.map(({ value }) => ({
    topic: value,
    count: rows.find(({ topic }) => topic === value)?.count ?? 0,
  }));
}

/**
 * Returns the most read FAQs of the last seven days including today; ties are ordered by helpfulness. If none was
 * read, returns the most helpful ones, and `read` is false.
 */
export async function mostReadFaqs(me: FaqReader, limit = 4): Promise<{ read: boolean; faqs: ShownFaq[] }> {
  const since = addDays(today(), -6);
  const reads = db
    .select({ faqId: faqReads.faqId, sum: sql<number>`sum(${faqReads.count})`.as("reads") })
    .from(faqReads)
    .where(gte(faqReads.day, since))
    .groupBy(faqReads.faqId)
    .as("week");
  const helped = sql<number>`(select count(*) from ${faqVotes} where ${faqVotes.faqId} = ${faqs.id} and ${faqVotes.helpful})`;
  const rows = await db
    .select({ faq: faqs, sum: reads.sum })
    .from(faqs)
    .leftJoin(reads, eq(reads.faqId, faqs.id))
    .where(whereReadableBy(me))
    .orderBy(sql`coalesce(${reads.sum}, 0) desc`, desc(helped), asc(faqs.position), asc(faqs.id))
    .limit(limit);
  const read = rows.filter(({ sum }) => sum);
  const chosen = read.length > 0 ? read : rows;
  return {
    read: read.length > 0,
    faqs: await withVotes(
      me,
      chosen.map(({ faq }) => withoutMarks(faq)),
    ),
  };
}

/** A FAQ in which nothing is marked. */
const withoutMarks = (faq: Faq) => ({ faq, question: markText(faq.question, []), answer: markdownHtml(faq.answer) });

type Drawn = Pick<FoundFaq, "faq" | "question" | "answer"> & { snippet?: string };

async function withVotes(me: Pick<User, "id">, drawn: Drawn[]): Promise<ShownFaq[]> {
  const ids = drawn.map(({ faq }) => faq.id);
  const votes = await votesOn(ids);
  const own = await db
    .select()
    .from(faqVotes)
    .where(and(eq(faqVotes.userId, me.id), inArray(faqVotes.faqId, ids)));
  return drawn.map(({ faq: { id, topic }, question, snippet, answer }) => {
    const { yes, no } = votes.get(id) ?? { yes: 0, no: 0 };
    return { id, topic, question, snippet, answer, yes, no, mine: own.find(({ faqId }) => faqId === id)?.helpful };
  });
}

/** Returns the helpful and unhelpful votes per FAQ. */
export async function votesOn(ids: number[]): Promise<Map<number, { yes: number; no: number }>> {
  const yes = sql<number>`count(*) filter (where ${faqVotes.helpful})`;
  const rows = await db
    .select({ faqId: faqVotes.faqId, all: count(), yes })
    .from(faqVotes)
    .where(inArray(faqVotes.faqId, ids))
    .groupBy(faqVotes.faqId);
  return new Map(rows.map(({ faqId, all, yes }) => [faqId, { yes, no: all - yes }]));
}

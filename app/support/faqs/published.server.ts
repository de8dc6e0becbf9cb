/** The answers that everybody here may read, and what people made of them. */
import { and, asc, count, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { addDays } from "db/dates";
import { type SupportTopic, supportTopics } from "db/lookups";
import { type Faq, faqReads, faqs, faqVotes, type User } from "db/schema";
import { today } from "~/lib/today.server";
import { markdownHtml } from "../markdown.server";
import { markText } from "~/search/highlight.server";
import type { FoundFaq } from "./search.server";

/** What may be read: the published ones that are not in the trash. */
export const published = and(eq(faqs.status, "Published"), isNull(faqs.deletedAt));

/** A FAQ as its page shows it: question, snippet and answer are HTML that is safe. */
export interface ShownFaq {
  id: number;
  topic: SupportTopic;
  question: string;
  snippet?: string;
  answer: string;
  /** How many found that it helped, and how many did not. */
  yes: number;
  no: number;
  /** What the person who looks said. */
  mine?: boolean;
}

/** The FAQ with this number, if it may be read. */
export async function publishedFaq(id: number): Promise<Faq | undefined> {
  return (await db.select().from(faqs).where(and(eq(faqs.id, id), published)))[0];
}

/** The FAQs of a topic, or all of them, in their order. */
export async function faqsOf(me: Pick<User, "id">, topic?: SupportTopic): Promise<ShownFaq[]> {
  const rows = await db.select().from(faqs).where(and(published, topic && eq(faqs.topic, topic))).orderBy(asc(faqs.position), asc(faqs.id));
  return shown(me, rows.map(plain));
}

/** What was found, with its votes. */
export const shownFound = (me: Pick<User, "id">, found: FoundFaq[]): Promise<ShownFaq[]> => shown(me, found);

/** How many FAQs each topic has: the rows of `/support/faqs?topic=…`. */
export async function topicCounts(): Promise<{ topic: SupportTopic; count: number }[]> {
  const rows = await db.select({ topic: faqs.topic, count: count() }).from(faqs).where(published).groupBy(faqs.topic);
  return supportTopics.map(({ value }) => ({ topic: value, count: rows.find(({ topic }) => topic === value)?.count ?? 0 }));
}

/**
 * What was read most in the last seven days, today among them; of what was read alike, what helped more. Where nothing was, the answers
 * that helped most, and `read` is false.
 */
export async function askedMost(me: Pick<User, "id">, most = 4): Promise<{ read: boolean; faqs: ShownFaq[] }> {
  const since = addDays(today(), -6);
  const reads = db.select({ faqId: faqReads.faqId, sum: sql<number>`sum(${faqReads.count})`.as("reads") }).from(faqReads).where(gte(faqReads.day, since)).groupBy(faqReads.faqId).as("week");
  const helped = sql<number>`(select count(*) from ${faqVotes} where ${faqVotes.faqId} = ${faqs.id} and ${faqVotes.helpful})`;
  const rows = await db
    .select({ faq: faqs, sum: reads.sum })
    .from(faqs)
    .leftJoin(reads, eq(reads.faqId, faqs.id))
    .where(published)
    .orderBy(sql`coalesce(${reads.sum}, 0) desc`, desc(helped), asc(faqs.position), asc(faqs.id))
    .limit(most);
  const read = rows.filter(({ sum }) => sum);
  const chosen = read.length > 0 ? read : rows;
  return { read: read.length > 0, faqs: await shown(me, chosen.map(({ faq }) => plain(faq))) };
}

/** A FAQ in which nothing is marked. */
const plain = (faq: Faq) => ({ faq, question: markText(faq.question, []), answer: markdownHtml(faq.answer) });

type Drawn = Pick<FoundFaq, "faq" | "question" | "answer"> & { snippet?: string };

async function shown(me: Pick<User, "id">, drawn: Drawn[]): Promise<ShownFaq[]> {
  const ids = drawn.map(({ faq }) => faq.id);
  const votes = await votesOn(ids);
  const own = await db.select().from(faqVotes).where(and(eq(faqVotes.userId, me.id), inArray(faqVotes.faqId, ids)));
  return drawn.map(({ faq: { id, topic }, question, snippet, answer }) => {
    const { yes, no } = votes.get(id) ?? { yes: 0, no: 0 };
    return { id, topic, question, snippet, answer, yes, no, mine: own.find(({ faqId }) => faqId === id)?.helpful };
  });
}

/** How many found each of these FAQs helpful, and how many did not. */
export async function votesOn(ids: number[]): Promise<Map<number, { yes: number; no: number }>> {
  const yes = sql<number>`count(*) filter (where ${faqVotes.helpful})`;
  const rows = await db.select({ faqId: faqVotes.faqId, all: count(), yes }).from(faqVotes).where(inArray(faqVotes.faqId, ids)).groupBy(faqVotes.faqId);
  return new Map(rows.map(({ faqId, all, yes }) => [faqId, { yes, no: all - yes }]));
}

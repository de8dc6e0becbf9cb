/** The FAQs that may answer a question before it is asked. */
import { and, eq, isNull } from "drizzle-orm";
import { db } from "db";
import { fold } from "db/fold";
import { faqs } from "db/schema";
import { markdownHtml } from "../markdown.server";

export interface Suggestion {
  id: number;
  question: string;
  html: string;
}

/** Words that stand in any question say nothing about it. */
const idle = new Set("the and for are was were you your our not can cannot could how why what when where which who with from have has had does did that this there they them will would should into about please help".split(" "));

/** What a text is about: its words of three letters and more, without case, marks and endings. */
const wordsOf = (text: string) => new Set(fold(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 && !idle.has(word)).map(stem));

/** The same for "invoice" and "invoices", "refund" and "refunded". */
const stem = (word: string) => word.replace(/(?:ies|es|s|ed|ing)$/u, (ending) => (word.length - ending.length > 2 ? "" : ending));

/** What is rare among the FAQs says more than what stands in all of them; in the question it says twice as much as in the answer. */
export async function suggestFaqs(asked: string, most = 3): Promise<Suggestion[]> {
  const wanted = wordsOf(asked);
  if (wanted.size === 0) return [];
  const published = await db.select().from(faqs).where(and(eq(faqs.status, "Published"), isNull(faqs.deletedAt)));
  const read = published.map((faq) => ({ faq, question: wordsOf(faq.question), answer: wordsOf(faq.answer) }));
  const rarity = new Map([...wanted].map((word) => [word, Math.log(1 + published.length / (1 + read.filter(({ question, answer }) => question.has(word) || answer.has(word)).length))]));
  const scored = read.map(({ faq, question, answer }) => {
    const hits = [...wanted].filter((word) => question.has(word) || answer.has(word));
    const score = hits.reduce((sum, word) => sum + (rarity.get(word) ?? 0) * (question.has(word) ? 2 : 1), 0);
    return { faq, score, isAbout: [...wanted].some((word) => question.has(word)) };
  });
  return scored
    .filter(({ isAbout }) => isAbout)
    .sort((one, other) => other.score - one.score || one.faq.id - other.faq.id)
    .slice(0, most)
    .map(({ faq: { id, question, answer } }) => ({ id, question, html: markdownHtml(answer) }));
}

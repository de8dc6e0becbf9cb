/** Suggests FAQs that may answer a question before it is sent. */
import { and, inArray } from "drizzle-orm";
import { db } from "db";
import { fold } from "db/fold";
import { type Faq, faqs } from "db/schema";
import type { Access } from "~/core/access/access.server";
import { runSearch } from "~/core/http/work-queues.server";
import { distance } from "~/core/list/distance";
import { whereReadableBy } from "./published.server";
import { markdownHtml } from "../markdown.server";

export interface Suggestion {
  id: number;
  question: string;
  html: string;
}

/** Words that stand in any question say nothing about it. */
const idle = new Set(
  "the and for are was were you your our not can cannot could how why what when where which who with from have has had does did that this there they them will would should into about please help".split(
    " ",
  ),
);

/** Returns the significant words of a text: at least three letters, folded and stemmed. */
const wordsOf = (text: string) =>
  new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !idle.has(word))
      .map(stem),
  );

/** Whether a word is significant for a question's topic. */
export const isTelling = (word: string) => wordsOf(word).size > 0;

/** Strips common endings, so that "invoice" and "invoices" or "refund" and "refunded" match. */
const stem = (word: string) =>
  word.replace(/(?:ies|es|s|ed|ing)$/u, (ending) => (word.length - ending.length > 2 ? "" : ending));

interface Read {
  id: number;
  revision: number;
  question: Set<string>;
  answer: Set<string>;
}

/** Maximum FAQs whose words are cached; a larger set is read each time. */
const maxKept = 2_000;
/** Maximum length of the text analyzed, in characters. */
const maxAnalyzedLength = 2_000;

/** The words of FAQs as they were read last, by their number. */
const wordCache = new Map<number, Read>();

/** Clears the cache when the database is replaced. */
export const forgetWords = () => wordCache.clear();

/** The words of all FAQs that `me` may read. Only those that are new or were changed are read and taken apart. */
async function readAll(me: Access): Promise<Read[]> {
  const current = await db.select({ id: faqs.id, revision: faqs.revision }).from(faqs).where(whereReadableBy(me));
  const isKnown = ({ id, revision }: (typeof current)[number]) => wordCache.get(id)?.revision === revision;
  const news = current.filter((faq) => !isKnown(faq)).map(({ id }) => id);
  const fresh = new Map(
    (await readNamed(me, news)).map(({ id, revision, question, answer }) => [
      id,
      { id, revision, question: wordsOf(question), answer: wordsOf(answer) },
    ]),
  );
  const read = current.flatMap(({ id }) => fresh.get(id) ?? wordCache.get(id) ?? []);
  for (const faq of read) wordCache.set(faq.id, faq);
  for (const id of wordCache.keys()) if (wordCache.size > maxKept) wordCache.delete(id);
  return read;
}

/** A statement takes so many values and no more. */
const maxNamed = 500;

/** Returns those of the FAQs that `me` may read, or all readable ones if there are too many ids for a query. */
async function readNamed(me: Access, ids: number[]): Promise<Faq[]> {
  if (ids.length === 0) return [];
  const named = ids.length <= maxNamed ? inArray(faqs.id, ids) : undefined;
  return db
    .select()
    .from(faqs)
    .where(and(whereReadableBy(me), named));
}

/**
 * Returns the FAQs that share words with the question, best match first. If there are none, matches the most similar
 * known words.
 */
export async function closestFaqs(me: Access, asked: string, limit: number): Promise<Faq[]> {
  const wanted = wordsOf(asked.slice(0, maxAnalyzedLength));
  if (wanted.size === 0) return [];
  const read = await readAll(me);
  const exact = closestIds(read, wanted, limit);
  const best = exact.length > 0 ? exact : closestIds(read, nearestKnown(read, wanted), limit);
  const found = await readNamed(me, best);
  return found.sort((one, other) => best.indexOf(one.id) - best.indexOf(other.id));
}

/** Maximum words corrected, because each is compared with thousands. */
const maxCorrected = 6;

/** The words of questions that are most like these, with an error or, in long words, two. */
function nearestKnown(read: Read[], wanted: Set<string>): Set<string> {
  const known = [...new Set(read.flatMap(({ question }) => [...question]))];
  const nearest = [...wanted]
    .filter((word) => word.length >= 4)
    .slice(0, maxCorrected)
    .flatMap((word) => {
      const maxEdits = word.length >= 8 ? 2 : 1;
      const alike = known
        .filter((other) => other[0] === word[0] && Math.abs(other.length - word.length) <= maxEdits)
        .map((other) => ({ other, errors: distance(word, other) }))
        .filter(({ errors }) => errors <= maxEdits);
      return alike.sort((one, another) => one.errors - another.errors)[0]?.other ?? [];
    });
  return new Set(nearest);
}

/**
 * Returns the ids of the best matching FAQs, best first. Rare words weigh more, and a word in the question weighs
 * twice as much as in the answer.
 */
function closestIds(read: Read[], wanted: Set<string>, limit: number): number[] {
  const rarity = new Map(
    [...wanted].map((word) => [
      word,
      Math.log(
        1 + read.length / (1 + read.filter(({ question, answer }) => question.has(word) || answer.has(word)).length),
      ),
    ]),
  );
  const scored = read.map(({ id, question, answer }) => {
    const hits = [...wanted].filter((word) => question.has(word) || answer.has(word));
    const score = hits.reduce((sum, word) => sum + (rarity.get(word) ?? 0) * (question.has(word) ? 2 : 1), 0);
    return { id, score, isAbout: [...wanted].some((word) => question.has(word)) };
  });
  return scored
    .filter(({ isAbout }) => isAbout)
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Suggests up to three FAQs for a question before it is sent. */
export const suggestFaqs = async (me: Access, asked: string): Promise<Suggestion[]> =>
  (await runSearch(() => closestFaqs(me, asked, 3))).map(({ id, question, answer }) => ({
    id,
    question,
    html: markdownHtml(answer),
  }));

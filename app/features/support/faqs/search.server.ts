/** Searches the FAQs that somebody may read. */
import { and, asc } from "drizzle-orm";
import { db } from "db";
import { fold } from "db/fold";
import { type Faq, faqs } from "db/schema";
import type { Access } from "~/core/access/access.server";
import { runSearch } from "~/core/http/work-queues.server";
import { type Index, indexed } from "~/core/list/index-search.server";
import { holdsAll } from "~/core/list/matching.server";
import { markdownHtml, plainText } from "../markdown.server";
import { nearestWords } from "~/core/list/nearest.server";
import { markHtml, markText, searchedWords, snippet } from "~/core/list/highlight.server";
import { wordRank } from "~/core/list/word-rank";
import { readableBy } from "./published.server";
import { closestFaqs, isTelling } from "./suggest.server";

/**
 * A FAQ that was found. All of it but `faq` is HTML that is safe to show, with `<mark>` around what was searched for.
 */
export interface FoundFaq {
  faq: Faq;
  question: string;
  /** A line of the answer, around the first word that stands in it. */
  snippet: string;
  answer: string;
}

const index: Index = { kind: "faqs", number: faqs.id };

/**
 * The FAQs that `me` may read in which every word of a question stands, whatever its case and marks: those first that
 * have more of them in their own question. None for a question without a word.
 */
export async function searchFaqs(me: Access, q: string, most = 20): Promise<FoundFaq[]> {
  const words = searchedWords(q);
  const inIndex = indexed(index, words);
  if (!inIndex) return [];
  const found = await db
    .select()
    .from(faqs)
    .where(and(readableBy(me), inIndex.found, holdsAll([faqs.question, faqs.answer], inIndex.others)))
    .orderBy(asc(faqs.position), asc(faqs.id));
  const ranked = found.map((faq) => ({ faq, rank: wordRank(fold(faq.question), words) }));
  ranked.sort((one, other) => other.rank - one.rank); // what ranks alike keeps its order
  return ranked.slice(0, most).map(({ faq }) => marked(faq, words));
}

/** So many are shown that have some of the words alone. */
const maxPartial = 5;

/**
 * The same; where nothing has what was typed, what has the words most like it: `q` is what was searched for then. Where
 * nothing has these either, what is about some of the words, which is `partial`.
 */
export const findFaqs = (me: Access, typed: string): Promise<FoundFaqs> => runSearch(() => findInTurn(me, typed));

interface FoundFaqs {
  q: string;
  found: FoundFaq[];
  partial?: boolean;
}

async function findInTurn(me: Access, typed: string): Promise<FoundFaqs> {
  const words = searchedWords(typed);
  const found = await searchFaqs(me, typed);
  if (found.length > 0) return { q: typed, found };
  const q = await nearestWords(typed, words, [{ index, of: readableBy(me) }]);
  const instead = q === undefined ? [] : await searchFaqs(me, q);
  if (q !== undefined && instead.length > 0) return { q, found: instead };
  const closest = await closestFaqs(me, typed, maxPartial);
  return { q: typed, found: closest.map((faq) => marked(faq, words.filter(isTelling))), partial: closest.length > 0 };
}

function marked(faq: Faq, words: string[]): FoundFaq {
  return {
    faq,
    question: markText(faq.question, words),
    snippet: markText(snippet(plainText(faq.answer, Infinity), words), words),
    answer: markHtml(markdownHtml(faq.answer), words),
  };
}

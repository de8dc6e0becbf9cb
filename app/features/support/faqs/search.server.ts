/** Searches the FAQs that a user may read. */
import { and, asc } from "drizzle-orm";
import { db } from "db";
import { fold } from "db/fold";
import { type Faq, faqs } from "db/schema";
import type { Access } from "~/core/access/access.server";
import { runSearch } from "~/core/http/work-queues.server";
import { type Index, indexed } from "~/core/list/index-search.server";
import { holdsAll } from "~/core/list/matching.server";
import { markdownHtml, plainText } from "../markdown.server";
import { findCorrected } from "~/core/list/nearest.server";
import { markHtml, markText, searchedWords, snippet } from "~/core/list/highlight.server";
import { wordRank } from "~/core/list/word-rank";
import { whereReadableBy } from "./published.server";
import { closestFaqs, isTelling } from "./suggest.server";

/** A FAQ in search results. All but `faq` is safe HTML with `<mark>` around the search words. */
export interface FoundFaq {
  faq: Faq;
  question: string;
  /** A line of the answer around the first match. */
  snippet: string;
  answer: string;
}

const index: Index = { kind: "faqs", number: faqs.id };

/**
 * Returns the readable FAQs that contain every word, ignoring case and accents; those with more of them in the
 * question come first. Empty if `q` has no word.
 */
export async function searchFaqs(me: Access, q: string, limit = 20): Promise<FoundFaq[]> {
  const words = searchedWords(q);
  const inIndex = indexed(index, words);
  if (!inIndex) return [];
  const found = await db
    .select()
    .from(faqs)
    .where(and(whereReadableBy(me), inIndex.found, holdsAll([faqs.question, faqs.answer], inIndex.others)))
    .orderBy(asc(faqs.position), asc(faqs.id));
  const ranked = found.map((faq) => ({ faq, rank: wordRank(fold(faq.question), words) }));
  ranked.sort((one, other) => other.rank - one.rank); // stable: equal ranks keep their order
  return ranked.slice(0, limit).map(({ faq }) => marked(faq, words));
}

/** Maximum results that match only some of the words. */
const maxPartial = 5;

/**
 * Searches FAQs; without a match, searches for the most similar words (`q` is the text that was searched), and last
 * for FAQs with only some of the words (`partial`).
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
  const corrected = await findCorrected(typed, words, [{ index, of: whereReadableBy(me) }], async (q) => {
    const instead = await searchFaqs(me, q);
    return instead.length > 0 ? instead : undefined;
  });
  if (corrected) return { q: corrected.q, found: corrected.result };
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

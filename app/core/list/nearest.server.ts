/** Corrects typos in searches with the most similar words of the data. */
import type { SQL } from "drizzle-orm";
import { fold } from "db/fold";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { distance } from "./distance";
import { type Index, newest, newestWith, textsOf, textsWhere } from "./index-search.server";

/**
 * Texts for corrections: all of an index, the rows that meet `of`, or given folded texts. Texts that the reader may not
 * read never influence a correction.
 */
export type Vocabulary = { index: Index; of?: SQL } | { texts: string[] };

interface Texts {
  has(word: string): boolean;
  /** Returns the texts with any of these pieces, or the newest of them. */
  withAny(pieces: string[]): string[];
}

/**
 * Maximum texts of each kind to scan for a piece of a word, newest first; fewer for short pieces, which many texts
 * contain.
 */
const maxTexts = (piece: string) => (piece.length > 3 ? 400 : 100);

/** Minimum letters for one typo; twice as many allow two. */
const lettersPerTypo = 4;

/** Maximum similar words considered per word. */
const maxSimilar = 3;
/** Maximum corrections tried, because the most similar words may not occur together. */
const maxCorrections = 6;

/**
 * Tries corrections of a search that found nothing, most similar first, and returns the first result of `find` that is
 * not undefined, with its query.
 */
export async function findCorrected<Result>(
  q: string,
  words: string[],
  vocabularies: Vocabulary[],
  find: (q: string) => Promise<Result | undefined> | Result | undefined,
): Promise<{ q: string; result: Result } | undefined> {
  for (const correction of await corrections(q, words, vocabularies)) {
    const result = await find(correction);
    if (result !== undefined) return { q: correction, result };
  }
  return undefined;
}

interface Similar {
  word: string;
  errors: number;
}

/**
 * Returns `q` with each unknown word replaced by a similar known one, fewest typos first; none if all words are known
 * or one has no similar word. Words with digits are never corrected; `words` are those of `q`, folded.
 */
async function corrections(q: string, words: string[], vocabularies: Vocabulary[]): Promise<string[]> {
  const texts = vocabularies.map(textsOfVocabulary);
  let tried = [{ q, errors: 0 }];
  for (const word of words) {
    await yieldToEventLoop();
    if (word.length < lettersPerTypo || /[^\p{L}]/u.test(word) || hasWord(word, texts)) continue;
    const similar = similarWords(word, texts);
    tried = tried
      .flatMap((before) =>
        similar.map((other) => ({
          q: replaced(before.q, word, other.word),
          errors: before.errors + other.errors,
        })),
      )
      .sort((one, other) => one.errors - other.errors)
      .slice(0, maxCorrections);
  }
  return tried.filter(({ errors }) => errors > 0).map((correction) => correction.q);
}

function textsOfVocabulary(vocabulary: Vocabulary): Texts {
  if ("texts" in vocabulary) return textsAmong(vocabulary.texts);
  const { index, of } = vocabulary;
  return of ? textsAmong(textsWhere(index, of, newest)) : textsIn(index);
}

const hasWord = (word: string, texts: Texts[]) => texts.some(({ has }) => has(word));

const textsIn = ({ kind }: Index): Texts => ({
  has: (word) => newestWith(kind, [word], 1).length > 0,
  withAny: (pieces) =>
    textsOf(kind, [...new Set(pieces.flatMap((piece) => newestWith(kind, [piece], maxTexts(piece))))]),
});

/** Restricted rows are scanned in memory, as the index would have to be queried for each of them. */
const textsAmong = (read: string[]): Texts => ({
  has: (word) => read.some((text) => text.includes(word)),
  withAny: (pieces) => read.filter((text) => pieces.some((piece) => text.includes(piece))),
});

/**
 * Returns variants with two neighbouring letters swapped or one removed: the most common typos, which in short words
 * leave no piece intact.
 */
function typoVariants(word: string): string[] {
  const letters = [...word];
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
  const dropped = letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(""));
  return [...swapped, ...dropped].filter((other) => other !== word && [...other].length >= lettersPerTypo);
}

/** Returns a word and, for a plural, its singular, as words also match within longer ones. */
const forms = (word: string): string[] => (/[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word]);

/** Returns the words with the fewest typos; among equals, those in most texts first. */
function similarWords(word: string, texts: Texts[]): Similar[] {
  const maxEdits = word.length >= 2 * lettersPerTypo ? 2 : 1;
  const found = new Map<string, { errors: number; times: number }>();
  for (const { withAny } of texts) {
    for (const text of withAny(pieces(word))) {
      for (const there of new Set(text.split(/[^\p{L}\p{N}]+/u).flatMap(forms))) {
        const known = found.get(there);
        if (known) known.times++;
        else if (Math.abs(there.length - word.length) <= maxEdits)
          found.set(there, { errors: distance(there, word), times: 1 });
      }
    }
  }
  const near = [...found].filter(([, { errors }]) => errors > 0 && errors <= maxEdits);
  near.sort(([, one], [, other]) => one.errors - other.errors || other.times - one.times);
  if (near.length > 0) return near.slice(0, maxSimilar).map(([there, { errors }]) => ({ word: there, errors }));
  const slip = typoVariants(word).find((other) => hasWord(other, texts));
  return slip === undefined ? [] : [{ word: slip, errors: 1 }];
}

/**
 * Returns pieces of a word, at least one of which a text with a similar word contains: a typo leaves the beginning,
 * middle or end intact.
 */
function pieces(word: string): string[] {
  const letters = [...word];
  const half = Math.max(3, Math.floor(letters.length / 2));
  const middle = Math.max(0, Math.floor((letters.length - 3) / 2));
  const all = new Set(
    [
      letters.slice(0, half),
      letters.slice(-half),
      letters.slice(middle, middle + 3),
      letters.slice(0, 3),
      letters.slice(-3),
    ].map((piece) => piece.join("")),
  );
  return [...all].filter((piece) => [...piece].length >= 3);
}

/** Replaces the word in the query as typed. */
function replaced(q: string, word: string, by: string): string {
  return q.replace(/[^\s"]+/g, (written) => (fold(written) === word ? by : written));
}

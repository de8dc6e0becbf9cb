/** Forgiving typing errors: the words that are there and most like those that were typed. */
import type { SQL } from "drizzle-orm";
import { fold } from "db/fold";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { distance } from "./distance";
import { type Index, newest, newestWith, textsOf, textsWhere } from "./index-search.server";

/**
 * Texts by which words are put right: all of an index, those of the rows that meet `of`, or folded texts. What others
 * say is not proposed, and makes no other word proposed or not.
 */
export type Vocabulary = { index: Index; of?: SQL } | { texts: string[] };

interface Texts {
  has(word: string): boolean;
  /** Those that have any of these pieces, or the newest of them. */
  withAny(pieces: string[]): string[];
}

/**
 * So many texts of each kind are looked through for a piece of a word, the newest; fewer where many have so short a
 * piece.
 */
const maxTexts = (piece: string) => (piece.length > 3 ? 400 : 100);

/** A word as long as this may have one error; one twice as long, two. */
const forgiven = 4;

/**
 * What was typed with each word that none of these texts has put right; a number is meant as it is. Nothing where no
 * word is wrong, or one is like none that is there. `words` are those of `q`, folded.
 */
export async function nearestWords(
  q: string,
  words: string[],
  vocabularies: Vocabulary[],
): Promise<string | undefined> {
  const texts = vocabularies.map(textsOfVocabulary);
  let right: string | undefined;
  for (const word of words) {
    await yieldToEventLoop();
    if (word.length < forgiven || /[^\p{L}]/u.test(word) || hasWord(word, texts)) continue;
    const nearest = nearestWord(word, texts) ?? slips(word).find((other) => hasWord(other, texts));
    if (nearest === undefined) return undefined;
    right = replaced(right ?? q, word, nearest);
  }
  return right;
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

/** Rows that are some among many are not looked for in the index, which would be asked for each of them. */
const textsAmong = (read: string[]): Texts => ({
  has: (word) => read.some((text) => text.includes(word)),
  withAny: (pieces) => read.filter((text) => pieces.some((piece) => text.includes(piece))),
});

/**
 * The word with two neighbours swapped, or one letter less: what fingers do most, and in a short word leaves no piece
 * as it was.
 */
function slips(word: string): string[] {
  const letters = [...word];
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
  const dropped = letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(""));
  return [...swapped, ...dropped].filter((other) => other !== word && [...other].length >= forgiven);
}

/** A word, and what of a plural is found by its singular as well, since words are found within others. */
const forms = (word: string): string[] => (/[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word]);

/** The word with the fewest errors between; of those that are alike, the one in most texts. */
function nearestWord(word: string, texts: Texts[]): string | undefined {
  const maxEdits = word.length >= 2 * forgiven ? 2 : 1;
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
  return near[0]?.[0];
}

/** Of a text that has nearly this word, one: an error leaves its beginning, its end or its middle as it was. */
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

/** The first place in what was typed where this word stands, with another in it. */
function replaced(q: string, word: string, by: string): string {
  return q.replace(/[^\s"]+/g, (written) => (fold(written) === word ? by : written));
}

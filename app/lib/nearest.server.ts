/** Forgiving typing errors: the words that are there and most like those that were typed. */
import { sql } from "drizzle-orm";
import { db } from "db";
import { placeOf, placesOfKind, type SearchKind } from "db/search";
import { fold } from "db/fold";
import { distance } from "./distance";

/** So many texts of each kind are looked through for a piece of a word, the newest; fewer where many have so short a piece. */
const looked = (piece: string) => (piece.length > 3 ? 400 : 100);

/** A word as long as this may have one error; one twice as long, two. */
const forgiven = 4;

/**
 * What was typed with each word that no text of these kinds has put right. Nothing where no word is wrong, or one is like none that is there.
 * `words` are those of `q`, folded.
 */
export async function nearestWords(q: string, words: string[], kinds: SearchKind[]): Promise<string | undefined> {
  let right: string | undefined;
  for (const word of words) {
    if (word.length < forgiven || word.includes(" ") || hasWord(word, kinds)) continue;
    const nearest = slips(word).find((other) => hasWord(other, kinds)) ?? nearestWord(word, kinds);
    if (nearest === undefined) return undefined;
    right = replaced(right ?? q, word, nearest);
  }
  return right;
}

function hasWord(word: string, kinds: SearchKind[]): boolean {
  return kinds.some((kind) => placesOf(`"${word.replaceAll('"', '""')}"`, kind, 1).length > 0);
}

/** The word with two neighbours swapped, or one letter less: what fingers do most, and in a short word leaves no piece as it was. */
function slips(word: string): string[] {
  const letters = [...word];
  const swapped = letters.slice(1).map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
  const dropped = letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(""));
  return [...swapped, ...dropped].filter((other) => other !== word && [...other].length >= forgiven);
}

/** The numbers of the newest texts of a kind in which one of these pieces stands. */
function placesOf(match: string, kind: SearchKind, most: number): number[] {
  const stretch = sql`rowid between ${placeOf(kind)} and ${placeOf(kind) + placesOfKind - 1}`;
  return db.all<{ number: number }>(sql`select rowid - ${placeOf(kind)} as number from search where search match ${match} and ${stretch} order by rowid desc limit ${most}`).map(({ number }) => number);
}

/** The word with the fewest errors between; of those that are alike, the one in most texts. */
function nearestWord(word: string, kinds: SearchKind[]): string | undefined {
  const most = word.length >= 2 * forgiven ? 2 : 1;
  const found = new Map<string, { errors: number; times: number }>();
  for (const kind of kinds) {
    for (const text of textsNear(word, kind)) {
      for (const there of new Set(text.split(/[^\p{L}\p{N}]+/u))) {
        const known = found.get(there);
        if (known) known.times++;
        else if (Math.abs(there.length - word.length) <= most) found.set(there, { errors: distance(there, word), times: 1 });
      }
    }
  }
  const near = [...found].filter(([, { errors }]) => errors > 0 && errors <= most);
  near.sort(([, one], [, other]) => one.errors - other.errors || other.times - one.times);
  return near[0]?.[0];
}

/** Texts that share a piece with a word: an error leaves its beginning, its end or its middle as it was. */
function textsNear(word: string, kind: SearchKind): string[] {
  const letters = [...word];
  const half = Math.max(3, Math.floor(letters.length / 2));
  const middle = Math.max(0, Math.floor((letters.length - 3) / 2));
  const pieces = new Set([letters.slice(0, half), letters.slice(-half), letters.slice(middle, middle + 3), letters.slice(0, 3), letters.slice(-3)].map((piece) => piece.join("")));
  const numbers = new Set([...pieces].filter((piece) => [...piece].length >= 3).flatMap((piece) => placesOf(`"${piece.replaceAll('"', '""')}"`, kind, looked(piece))));
  if (numbers.size === 0) return [];
  const texts = sql.identifier(`${kind.replace(/s$/, "")}_texts`);
  return db.all<{ text: string }>(sql`select text from ${texts} where number in (select value from json_each(${JSON.stringify([...numbers])}))`).map(({ text }) => text);
}

/** The first place in what was typed where this word stands, with another in it. */
function replaced(q: string, word: string, by: string): string {
  return q.replace(/[^\s"]+/g, (written) => (fold(written) === word ? by : written));
}

import { fold } from "db/fold";
import type { Entry } from "./entries";

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Score of a word with a typing error; lower scores are guesses. */
export const noGuess = 3;

/**
 * Returns the `limit` best matching entries, the best first and ties in their own order. Each word typed must match
 * with a score of at least `least`.
 */
export function rank(typed: string, entries: readonly Entry[], limit: number, least = 1): Entry[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const scored = entries.map((entry) => ({ entry, score: scoreOf(wanted, entry, least) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function scoreOf(wanted: string[], { title, detail = "", words = "" }: Entry, least: number): number {
  const own = wordsOf(title);
  const whole = own.join(" ").startsWith(wanted.join(" ")) ? 20 : 0;
  const others = wordsOf(`${detail} ${words}`);
  let sum = whole;
  for (const word of wanted) {
    const best = Math.max(
      inTitle(word, own),
      ...others.map((other) => (other === word ? 6 : other.startsWith(word) ? 4 : 0)),
    );
    if (best < least) return 0;
    sum += best;
  }
  return sum;
}

/** Scores how a word matches a title: the start of a word scores high, the middle of one is a guess. */
function inTitle(word: string, own: string[]): number {
  if (own.includes(word)) return 12;
  if (own.some((one) => one.startsWith(word))) return 10;
  if (own.length > 1 && own.join("") === word) return 10; // "logout"
  if (
    word.length > 1 &&
    own
      .map((one) => one[0])
      .join("")
      .startsWith(word)
  )
    return 8;
  const slips = word.length > 2 ? own.filter((one) => isSlip(word, one)) : [];
  if (slips.some((one) => Math.abs(one.length - word.length) <= 1)) return noGuess; // a typo in a whole word is a match, in a prefix a guess
  const isPart = word.length > 2 && own.some((one) => one.includes(word));
  return isPart || slips.length > 0 || (word.length > 2 && inOrder(word, own.join(""))) ? 2 : 0;
}

/** Whether the letters occur in this order, beginning with the same letter. */
function inOrder(word: string, text: string): boolean {
  if (word[0] !== text[0]) return false;
  let at = 0;
  for (const letter of text) if (letter === word[at]) at++;
  return at === word.length;
}

/**
 * Whether the word differs from the start of `own` by one extra, missing, wrong or swapped letter, after two right
 * ones.
 */
function isSlip(word: string, own: string): boolean {
  let same = 0;
  while (same < word.length && word[same] === own[same]) same++;
  if (same < 2) return false;
  const [rest, left] = [word.slice(same), own.slice(same)];
  return (
    left.startsWith(rest.slice(1)) ||
    left.slice(1).startsWith(rest) ||
    left.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === left[1] && rest[1] === left[0] && left.slice(2).startsWith(rest.slice(2)))
  );
}

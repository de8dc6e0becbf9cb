/** Scores of a match: a whole word ranks above the beginning of a word, and that above its middle. */
const inWord = /[\p{L}\p{N}]/u;
const [whole, beginning, part] = [4, 2, 1];

/** Returns the sum of the scores of `words` in a text. Both are folded. */
export const wordRank = (text: string, words: string[]): number =>
  words.reduce((sum, word) => sum + scoreOf(text, word), 0);

/** Whether each of `words` is a whole word of the text. Both are folded. */
export const hasWholeWords = (text: string, words: string[]): boolean =>
  words.every((word) => scoreOf(text, word) === whole);

function scoreOf(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < whole; at = text.indexOf(word, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + word.length]];
    if (inWord.test(before)) best = Math.max(best, part);
    else best = Math.max(best, inWord.test(after) ? beginning : whole);
  }
  return best;
}

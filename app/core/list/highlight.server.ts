/** Marks search words in texts, as safe HTML. */
import { fold } from "db/fold";
import { maxWords } from "./parse-search";

/** Splits a query into distinct words, folded and without punctuation. */
export const searchedWords = (q: string): string[] =>
  [
    ...new Set(
      fold(q)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, maxWords);

/** Returns plain text as HTML with the words marked. */
export const markText = (text: string, words: string[]): string =>
  pieces(text, words)
    .map(({ text, hit }) => (hit ? `<mark>${escaped(text)}</mark>` : escaped(text)))
    .join("");

/** Marks words in the text of trusted HTML, never inside a tag or a character reference. */
export function markHtml(html: string, words: string[]): string {
  const parts = html.split(/(<[^>]*>|&#?\w+;)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : markText(part, words))).join("");
}

/** Returns an excerpt around the first match, or the beginning of the text if no word matches. */
export function snippet(text: string, words: string[], limit = 160): string {
  const hit = hits(text, words)[0];
  const from = hit && hit.from > limit / 2 ? text.lastIndexOf(" ", hit.from - limit / 3) + 1 : 0;
  const piece = text.slice(from, from + limit);
  const end = piece.lastIndexOf(" ");
  const cut = from + limit < text.length ? `${end > limit / 2 ? piece.slice(0, end) : piece}…` : piece;
  return from > 0 ? `…${cut}` : cut;
}

interface Hit {
  from: number;
  to: number;
}

function pieces(text: string, words: string[]): { text: string; hit: boolean }[] {
  const found: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const { from, to } of hits(text, words)) {
    found.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true });
    at = to;
  }
  return [...found, { text: text.slice(at), hit: false }];
}

/** Returns the ranges of all matches in order; overlapping and adjacent ones are merged. */
function hits(text: string, words: string[]): Hit[] {
  const { folded, places } = foldedWithPlaces(text);
  const found: Hit[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      found.push({ from: places[at] ?? 0, to: places[at + word.length] ?? text.length });
    }
  }
  const joined: Hit[] = [];
  for (const hit of found.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else joined.push(hit);
  }
  return joined;
}

/** Folds a text and maps each index of the result to its index in the original, as folding can change the length. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let index = 0; index < plain.length; index++) places.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, places };
}

const codes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => codes[character] ?? character);

/** The emoji there are, and how one is found. Browser-safe. */
import { fold } from "db/fold";
import { distance } from "~/core/list/distance";
import { alsoCalled } from "./also-called";

export interface Emoji {
  /** The character, which is copied. */
  char: string;
  /** Name of the picture in the icon set, such as `grinning-face`. */
  name: string;
  group: string;
}

/** The groups in the order in which keyboards show them. */
export const emojiGroups = [
  "Smileys & Emotion",
  "People & Body",
  "Animals & Nature",
  "Food & Drink",
  "Travel & Places",
  "Activities",
  "Objects",
  "Symbols",
  "Flags",
];

/** The icon set of the pictures. */
export const emojiSet = "fluent-emoji-flat";

/** Maximum results of a search. */
export const maxFound = 160;

const skinTone = /[\u{1F3FB}-\u{1F3FF}]/u;
const isToned = ({ char }: Emoji) => skinTone.test(char);

/** Returns a title such as "grinning face" or "waving hand, dark skin tone". */
export function emojiTitle(emoji: Emoji): string {
  if (!isToned(emoji)) return emoji.name.replaceAll("-", " ");
  const [, base = emoji.name, tone = ""] =
    /^(.+?)-(medium-light|medium-dark|light|medium|dark)$/.exec(emoji.name) ?? [];
  return `${base.replaceAll("-", " ")}${tone && `, ${tone} skin tone`}`;
}

/** The emoji of a group. Those in a skin tone of their own are left to be searched for. */
export const emojiIn = (all: Emoji[], group: string) => all.filter((emoji) => emoji.group === group && !isToned(emoji));

/**
 * Finds emoji in whose names, other names or groups each word of a search begins a word, matches of the name first; a
 * character finds itself. Skin tones are found only by a word that names one.
 */
function searchEmoji(all: Emoji[], q: string): Emoji[] {
  const bare = withoutSelectors(q.trim());
  if (bare === "") return [];
  const itself = all.filter(({ char }) => withoutSelectors(char) === bare);
  if (itself.length > 0) return itself;
  const words = wordsOf(q).slice(0, 10);
  if (words.length === 0) return [];
  const ofTones = words.some((word) => ["skin", "tone", "light", "medium", "dark"].includes(word));
  const ranks = all.map((emoji) => (isToned(emoji) && !ofTones ? undefined : rankOf(emoji, words)));
  return [0, 1, 2, 3].flatMap((rank) => all.filter((_, index) => ranks[index] === rank));
}

/**
 * Searches emoji; without results, searches for the most similar known words, one error each. `q` is the text that
 * was searched.
 */
export function findEmoji(all: Emoji[], typed: string): { q: string; emoji: Emoji[] } {
  const emoji = searchEmoji(all, typed);
  const q = emoji.length === 0 ? knownWords(all, typed) : undefined;
  const instead = q === undefined ? [] : searchEmoji(all, q);
  return q !== undefined && instead.length > 0 ? { q, emoji: instead } : { q: typed, emoji };
}

/** A word as long as this may have one error, as in searches of records. */
const longEnough = 4;

/**
 * Replaces each unknown word by the most common known word at an edit distance of one; undefined if one has no such
 * word.
 */
function knownWords(all: Emoji[], typed: string): string | undefined {
  const times = new Map<string, number>();
  for (const word of all.flatMap((emoji) => searched(emoji).any)) times.set(word, (times.get(word) ?? 0) + 1);
  const known = [...times.keys()];
  const right = wordsOf(typed)
    .slice(0, 10)
    .map((word) => {
      if (anyStartsWith(known, word)) return word;
      if (word.length < longEnough || /[^\p{L}]/u.test(word)) return undefined;
      const near = known.filter((one) => Math.abs(one.length - word.length) <= 1 && distance(one, word) === 1);
      return near.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0))[0];
    });
  return right.length === 0 || right.includes(undefined) ? undefined : right.join(" ");
}

/** 0 is called so, 1 begins so, 2 has the words in its name, 3 has them elsewhere. */
function rankOf(emoji: Emoji, words: string[]): number | undefined {
  const { title, any } = searched(emoji);
  const [called, asked] = [title.join(" "), words.join(" ")];
  if (called === asked) return 0;
  if (called.startsWith(asked)) return 1;
  if (words.every((word) => anyStartsWith(title, word))) return 2;
  return words.every((word) => anyStartsWith(any, word)) ? 3 : undefined;
}

const searchTexts = new WeakMap<Emoji, { title: string[]; any: string[] }>();

/** Returns the words that find an emoji; cached, because each keystroke needs them. */
function searched(emoji: Emoji) {
  const before = searchTexts.get(emoji);
  if (before) return before;
  const title = wordsOf(emojiTitle(emoji));
  const made = { title, any: [...title, ...wordsOf(emoji.group), ...(alsoCalled[emoji.name] ?? [])] };
  searchTexts.set(emoji, made);
  return made;
}

const anyStartsWith = (words: string[], word: string) => words.some((one) => one.startsWith(word));
const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Removes emoji variation selectors, which some keyboards omit. */
const withoutSelectors = (text: string) => text.replaceAll("\uFE0F", "");

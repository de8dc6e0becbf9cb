/** The emoji there are, and how one is found. Browser-safe. */
import { fold } from "db/fold";
import { alsoCalled } from "./also-called";

export interface Emoji {
  /** The character itself, which is what people copy. */
  char: string;
  /** As the icon set calls its picture, such as `grinning-face`. */
  name: string;
  group: string;
}

/** The groups in the order in which keyboards show them. */
export const emojiGroups = ["Smileys & Emotion", "People & Body", "Animals & Nature", "Food & Drink", "Travel & Places", "Activities", "Objects", "Symbols", "Flags"];

/** The icon set of the pictures. */
export const emojiSet = "fluent-emoji-flat";

/** How many a search shows. */
export const mostFound = 160;

const skinTone = /[\u{1F3FB}-\u{1F3FF}]/u;
const isToned = ({ char }: Emoji) => skinTone.test(char);

/** What an emoji is called, such as "grinning face" or "waving hand, dark skin tone". */
export function emojiTitle(emoji: Emoji): string {
  if (!isToned(emoji)) return emoji.name.replaceAll("-", " ");
  const [, base = emoji.name, tone = ""] = /^(.+?)-(medium-light|medium-dark|light|medium|dark)$/.exec(emoji.name) ?? [];
  return `${base.replaceAll("-", " ")}${tone && `, ${tone} skin tone`}`;
}

/** The emoji of a group. Those in a skin tone of their own are left to be searched for. */
export const emojiIn = (all: Emoji[], group: string) => all.filter((emoji) => emoji.group === group && !isToned(emoji));

/**
 * The emoji in whose names, other names or groups each word of a search begins a word: those that are called so first. Skin tones
 * come only when a word names one. A character finds itself.
 */
export function searchEmoji(all: Emoji[], q: string): Emoji[] {
  const bare = withoutSelectors(q.trim());
  if (bare === "") return [];
  const itself = all.filter(({ char }) => withoutSelectors(char) === bare);
  if (itself.length > 0) return itself;
  const words = wordsOf(q).slice(0, 10);
  if (words.length === 0) return [];
  const ofTones = words.some((word) => ["skin", "tone", "light", "medium", "dark"].includes(word));
  const ranks = all.map((emoji) => (isToned(emoji) && !ofTones ? undefined : rankOf(emoji, words)));
  return [0, 1, 2, 3].flatMap((rank) => all.filter((_, place) => ranks[place] === rank));
}

/** 0 is called so, 1 begins so, 2 has the words in its name, 3 has them elsewhere. */
function rankOf(emoji: Emoji, words: string[]): number | undefined {
  const title = wordsOf(emojiTitle(emoji));
  const [called, asked] = [title.join(" "), words.join(" ")];
  if (called === asked) return 0;
  if (called.startsWith(asked)) return 1;
  if (words.every((word) => begins(title, word))) return 2;
  const others = [...title, ...wordsOf(emoji.group), ...(alsoCalled[emoji.name] ?? [])];
  return words.every((word) => begins(others, word)) ? 3 : undefined;
}

const begins = (words: string[], word: string) => words.some((one) => one.startsWith(word));
const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Some keyboards leave out what says that a character is to be drawn in colour. */
const withoutSelectors = (text: string) => text.replaceAll("\uFE0F", "");

/** The emoji of the installed icon set, with the characters that its pictures show. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Emoji, emojiGroups } from "./emoji";

let reading: Promise<Emoji[]> | undefined;

/** Returns all emoji in the order of their groups. Read on first use and cached; a failed read is retried. */
export function allEmoji(): Promise<Emoji[]> {
  if (reading) return reading;
  reading = load();
  reading.catch(() => (reading = undefined));
  return reading;
}

async function load(): Promise<Emoji[]> {
  const chars = await read<Record<string, string>>("chars.json");
  const { categories } = await read<{ categories: Record<string, string[]> }>("metadata.json");
  const charOf = new Map(Object.entries(chars).map(([code, name]) => [name, inColour(code)]));
  return emojiGroups.flatMap((group) =>
    (categories[group] ?? []).flatMap((name) => {
      const char = charOf.get(name);
      return char === undefined ? [] : { char, name, group };
    }),
  );
}

async function read<Content>(file: string): Promise<Content> {
  const path = createRequire(import.meta.url).resolve(`@iconify-json/fluent-emoji-flat/${file}`);
  return JSON.parse(await readFile(path, "utf8")) as Content;
}

/**
 * The character of code points such as `2764-200d-1f525`. The set leaves out U+FE0F, without which many are drawn as
 * black signs: it belongs after each that is no emoji by itself, unless a skin tone follows (Unicode Technical Standard
 * 51).
 */
function inColour(code: string): string {
  const points = code.split("-").map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return points
    .map((point, index) =>
      isPlain(point) && !/^\p{Emoji_Modifier}/u.test(points[index + 1] ?? "") ? `${point}\uFE0F` : point,
    )
    .join("");
}

const isPlain = (point: string) => /^\p{Emoji}$/u.test(point) && !/^\p{Emoji_Presentation}$/u.test(point);

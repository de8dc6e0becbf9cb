import { emojiGroups, mostFound } from "./emoji";

/** What a search came to, as a sentence. Browser-safe. */
export function foundText(count: number, q: string): string {
  if (!q.trim()) return `${emojiGroups[0]}. Type to search all of them.`;
  if (count === 0) return "No emoji is called that. Try a plain word, such as heart, party or truck.";
  if (count > mostFound) return `The first ${mostFound} of ${count.toLocaleString("en-US")} emoji. Type more to narrow them down.`;
  return `${count} emoji`;
}

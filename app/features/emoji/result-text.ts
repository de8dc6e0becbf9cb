import { formatNumber } from "~/core/values/noun";
import { emojiGroups, maxFound } from "./emoji";

/** Returns the result of a search as a sentence; `shown` is the text that was searched instead of `q`. Browser-safe. */
export function foundText(count: number, q: string, shown = q): string {
  if (shown !== q) return `Nothing is called “${q.trim()}”, so this shows “${shown}”: ${foundText(count, shown)}`;
  if (!q.trim()) return `${emojiGroups[0]}. Type to search all of them.`;
  if (count === 0) return "No emoji is called that. Try a plain word, such as heart, party or truck.";
  if (count > maxFound) return `The first ${maxFound} of ${formatNumber(count)} emoji. Type more to narrow them down.`;
  return `${count} emoji`;
}

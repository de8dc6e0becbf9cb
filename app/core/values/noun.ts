/**
 * What people call a kind of record: "user" and "users"; how a sentence goes on about one, `it` unless said otherwise.
 * Browser-safe.
 */
export interface Noun {
  one: string;
  many: string;
  pronoun?: string;
}

/** With a capital letter at its beginning. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Such as "1,204". */
export const formatNumber = (number: number) => number.toLocaleString("en-US");

/** Such as "1,204 orders". A word stands for itself, with an "s" where there are many. */
export function howMany(count: number, noun: Noun | string) {
  const { one, many } = typeof noun === "string" ? { one: noun, many: `${noun}s` } : noun;
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

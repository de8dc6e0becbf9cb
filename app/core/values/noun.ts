/**
 * Singular and plural of a kind of record, such as "user" and "users", and its pronoun, by default `it`. Browser-safe.
 */
export interface Noun {
  one: string;
  many: string;
  pronoun?: string;
  /** They are made void rather than deleted: they keep their numbers and are never purged. */
  voids?: true;
}

/** Capitalizes the first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Joins the words of a text to a name as in JSON: "tax rate" becomes `taxRate`. */
export const camelCase = (text: string) => text.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** Formats a number, such as "1,204". */
export const formatNumber = (number: number) => numbers.format(number);

// `toLocaleString` would look the locale up each time
const numbers = new Intl.NumberFormat("en-US");

/** Formats a count with its noun, such as "1,204 orders". A string gets an "s" in the plural. */
export function howMany(count: number, noun: Noun | string) {
  const { one, many } = typeof noun === "string" ? { one: noun, many: `${noun}s` } : noun;
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

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

/** Such as "1,204 orders". */
export const howMany = (count: number, noun: Noun) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun.one : noun.many}`;

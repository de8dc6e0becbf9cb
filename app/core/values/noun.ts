/** What people call a kind of record: "user" and "users"; how a sentence goes on about one, `it` unless said otherwise. Browser-safe. */
export interface Noun {
  one: string;
  many: string;
  pronoun?: string;
}

/** With a capital letter at its beginning. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

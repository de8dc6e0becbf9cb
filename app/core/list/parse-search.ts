/**
 * What somebody typed into a search box: words, phrases in quotes, and terms such as `status:pending` or `total>100`.
 * Browser-safe.
 */
import { fold } from "db/fold";
import { isPhone } from "./spellings";

export type Sign = ":" | ">" | ">=" | "<" | "<=";

/** A word with a sign in it. Whether it means more than a word is for the list to say that is searched. */
export interface Term {
  /** In lower case. */
  name: string;
  sign: Sign;
  value: string;
  /** There is a minus before it. */
  negated?: boolean;
  /** As it was typed. */
  written: string;
}

export interface ParsedSearch {
  /** Folded; a phrase has spaces in it. Each once, in the order in which they stand. */
  words: string[];
  terms: Term[];
  /** Terms with nothing after their sign. */
  unfinished: Term[];
}

/** Nobody means more words than this. */
export const maxWords = 10;

/** Groups of digits: one phone number if they begin with "+" or 0, or are all that was typed. */
const digitGroups = String.raw`[+(]?\d[\d().\-/]*(?:\s+[\d().\-/]+)+(?![^\s"])`;
const piece = new RegExp(
  String.raw`(-?)(\p{L}+)(>=|<=|[:=<>])("[^"]*"?|[^\s"]*)|"([^"]*)"?|(${digitGroups})|[^\s"]+`,
  "gu",
);

/** Reads what was typed; `isTerm` says which terms are more than words here. Never fails. */
export function parseSearch(q: string, isTerm: (term: Term) => boolean = () => true): ParsedSearch {
  const words = new Set<string>();
  const terms: Term[] = [];
  const unfinished: Term[] = [];
  const plain = q.replaceAll("\0", "").replace(/[“”„]/g, '"'); // as phones write quotes
  for (const [written, minus, name, sign, value = "", phrase, groups] of plain.matchAll(piece)) {
    const term =
      name && sign
        ? {
            name: name.toLowerCase(),
            sign: (sign === "=" ? ":" : sign) as Sign,
            value: value.replaceAll('"', "").trim(),
            ...(minus && { negated: true }),
            written,
          }
        : undefined;
    if (term && isTerm(term)) (term.value ? terms : unfinished).push(term);
    else if (groups && !(isPhone(groups) && (/^[+(]?[+0]/.test(groups) || groups === plain.trim())))
      for (const group of groups.split(/\s+/)) words.add(fold(group));
    else
      words.add(
        fold(phrase ?? written.replaceAll('"', ""))
          .trim()
          .replace(/\s+/g, " "),
      );
  }
  words.delete("");
  return {
    words: [...words].slice(0, maxWords),
    terms: terms.slice(0, maxWords),
    unfinished: unfinished.slice(0, maxWords),
  };
}

/**
 * Sentences for what looks like a term and is none that is known, so that it was searched for as a word; not for times
 * and addresses.
 */
export function strangeTerms(q: string, knows: (name: string) => boolean): string[] {
  const strange = parseSearch(q).terms.filter(({ name, value }) => !knows(name) && !value.startsWith("//"));
  return strange.map(
    ({ name, written }) => `Nothing here is called “${name}”, so “${written}” was looked for as a word.`,
  );
}

/** Parses a search box: words, quoted phrases, and terms such as `status:pending` or `total>100`. Browser-safe. */
import { fold } from "db/fold";
import { isPhone } from "./spellings";

export type Sign = ":" | ">" | ">=" | "<" | "<=";

/** A word with an operator. The list decides whether it is a filter or a plain word. */
export interface Term {
  /** Lower case. */
  name: string;
  sign: Sign;
  value: string;
  /** Preceded by a minus. */
  negated?: boolean;
  /** The term as typed. */
  written: string;
}

export interface ParsedSearch {
  /** Folded and distinct, in the order typed; a phrase contains spaces. */
  words: string[];
  terms: Term[];
  /** Terms without a value. */
  unfinished: Term[];
}

/** Maximum words of a search. */
export const maxWords = 10;

/** Groups of digits: one phone number if they begin with "+" or 0, or make up the whole search. */
const digitGroups = String.raw`[+(]?\d[\d().\-/]*(?:\s+[\d().\-/]+)+(?![^\s"])`;
const piece = new RegExp(
  String.raw`(-?)(\p{L}+)(>=|<=|[:=<>])("[^"]*"?|[^\s"]*)|"([^"]*)"?|(${digitGroups})|[^\s"]+`,
  "gu",
);

/** Parses a search; `isTerm` decides which terms are filters rather than words. Never throws. */
export function parseSearch(q: string, isTerm: (term: Term) => boolean = () => true): ParsedSearch {
  const words = new Set<string>();
  const terms: Term[] = [];
  const unfinished: Term[] = [];
  const plain = q.replaceAll("\0", "").replace(/[“”„]/g, '"'); // typographic quotes, as phones type them
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

/** Returns sentences about terms with unknown names, which were searched for as words. Times and URLs do not count. */
export function strangeTerms(q: string, knows: (name: string) => boolean): string[] {
  const strange = parseSearch(q).terms.filter(({ name, value }) => !knows(name) && !value.startsWith("//"));
  return strange.map(
    ({ name, written }) => `Nothing here is called “${name}”, so “${written}” was looked for as a word.`,
  );
}

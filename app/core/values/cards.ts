/** Payment card numbers, of which only the last four digits are ever stored. Browser-safe. */
import { charactersOf, plainDigits } from "./digits";

/** Masks a card number for storage: `**** **** **** 4242`; "" if it has fewer than four digits. */
export function maskCard(number: string): string {
  const digits = plainDigits(number).replace(/\D/g, "");
  return digits.length < 4 ? "" : `**** **** **** ${digits.slice(-4)}`;
}

/** Formats a stored number, such as "•••• 4242"; "" if there is none. */
export const shownCard = (masked: string) => (masked ? `•••• ${masked.slice(-4)}` : "");

/** Error message for a card number in a field that is not meant for one. */
export const noCards = "Take the card number out of this text: at most its last four digits may be kept";

interface Brand {
  name: string;
  /** Prefixes of its numbers. */
  start: RegExp;
  /** Possible numbers of digits. */
  lengths: readonly number[];
}

/**
 * Known brands. Visa's 13-digit numbers are left out: they are obsolete, and many article and phone numbers look like
 * them.
 */
const brands: readonly Brand[] = [
  { name: "Visa", start: /^4/, lengths: [16, 19] },
  { name: "Mastercard", start: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: "American Express", start: /^3[47]/, lengths: [15] },
  { name: "Diners Club", start: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { name: "Discover", start: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { name: "JCB", start: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { name: "UnionPay", start: /^62/, lengths: [16, 17, 18, 19] },
  { name: "Maestro", start: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [16, 17, 18, 19] },
];

/**
 * Returns the brand and last four digits, or a sentence about what is wrong. Spaces and dashes between digits are
 * ignored.
 */
export function readCard(typed: string): { brand: string; lastFour: string } | { problem: string } {
  const digits = plainDigits(typed).replace(/[\s-]/g, "");
  if (digits === "") return { problem: "Enter the card number" };
  if (!/^\d+$/.test(digits)) return { problem: "Enter the digits of the card number only" };
  const brand = brands.find(({ start }) => start.test(digits));
  if (!brand) return { problem: "This is no number of a card that Portico knows. Check it, or use another card." };
  const { name, lengths } = brand;
  if (!lengths.includes(digits.length))
    return { problem: `${name} numbers have ${joinWithOr(lengths)} digits, and this has ${digits.length}` };
  if (!isChecked(digits)) return { problem: "A digit is not right. Compare the number with the card." };
  return { brand: name, lastFour: digits.slice(-4) };
}

/** Such as "16 or 19". */
const joinWithOr = (numbers: readonly number[]) => numbers.join(", ").replace(/, (\d+)$/, " or $1");

/**
 * Separators between the groups of one number: up to five of the usual ones, or one character that otherwise separates
 * items.
 */
const gap = /^(?:[\s\p{Cc}\p{Pd}\p{Pc}\p{Pi}\p{Pf}\u1160\u2800./\\|¦│·•∙・●*~='"`()[\]{}<>]{1,5}|[,;:+])$/u;

/** Consecutive digits and their range in the text. */
interface Group {
  digits: string;
  from: number;
  to: number;
}

/** Returns the numbers in a text, as groups of digits with only separators in between. */
function numbersIn(text: string): Group[][] {
  const numbers: Group[][] = [];
  let group: Group | undefined;
  let between = "";
  for (const { character, from, to } of charactersOf(text)) {
    if (character < "0" || character > "9") {
      between += character;
      continue;
    }
    if (group && between === "") {
      group.digits += character;
      group.to = to;
    } else {
      const goesOn = group !== undefined && gap.test(between);
      group = { digits: character, from, to };
      if (goesOn) numbers.at(-1)?.push(group);
      else numbers.push([group]);
    }
    between = "";
  }
  return numbers;
}

/** Minimum digits of a card number. */
const tooFew = 13;

/** Maximum groups of a card number: nineteen digits have five of four or fewer. */
const maxGroups = 5;

/**
 * Returns the ranges of card numbers in a text: of a known brand, with a valid check digit, and written in one piece,
 * in groups of four or more, or digit by digit. Other long numbers (phones, articles, parcels) rarely pass all three.
 */
function cardsIn(text: string): Group[] {
  if (text.length <= tooFew || (text.match(/\p{N}/gu)?.length ?? 0) <= tooFew) return [];
  return numbersIn(withoutAccounts(text)).flatMap((number) => {
    const groups = withSpelledJoined(number);
    const found: { card: Group; rest: Group[] }[] = [];
    for (let at = 0; at < groups.length;) {
      const next = groups.slice(at, at + maxGroups);
      const count = groupsOfCard(next);
      if (count > 0) found.push({ card: joined(next.slice(0, count)), rest: [] });
      else found.at(-1)?.rest.push(...next.slice(0, 1));
      at += count || 1;
    }
    return found.map(({ card, rest }) => extended(card, rest));
  });
}

/** An international bank account number, and perhaps the words after it. */
const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/g;

/** Returns the text with letters instead of its bank account numbers, some of which contain a card's digits. */
const withoutAccounts = (text: string) =>
  text.replace(account, (found) => {
    for (let end = found.length; end > tooFew; end = found.lastIndexOf(" ", end - 1))
      if (isAccount(found.slice(0, end).replaceAll(" ", ""))) return "x".repeat(end) + found.slice(end);
    return found;
  });

/** ISO 13616's check: the remainder by 97 is 1, with the country at the end and letters as two digits. */
const isAccount = (iban: string) =>
  BigInt((iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))) % 97n === 1n;

/** Joins runs of single digits that are long enough to be a card number. */
function withSpelledJoined(groups: Group[]): Group[] {
  const together: Group[] = [];
  let singles: Group[] = [];
  const endSingles = () => {
    together.push(...(singles.length > tooFew ? [joined(singles)] : singles));
    singles = [];
  };
  for (const group of groups) {
    if (group.digits.length === 1) singles.push(group);
    else {
      endSingles();
      together.push(group);
    }
  }
  endSingles();
  return together;
}

/** Returns how many groups, from the first, make up a card number; 0 if none starts there. */
function groupsOfCard(groups: Group[]): number {
  let digits = "";
  for (const [index, group] of groups.entries()) {
    digits += group.digits;
    if (isCard(digits)) return index + 1;
    if (group.digits.length < 4) return 0; // only the last group of a card number may be shorter
  }
  return 0;
}

/**
 * Extends a card's range over overlapping numbers: its last four digits could start another card number with the groups
 * that follow.
 */
function extended(card: Group, rest: Group[]): Group {
  for (let at = 0; ;) {
    const next = [{ ...card, digits: card.digits.slice(-4) }, ...rest.slice(at, at + maxGroups - 1)];
    const count = groupsOfCard(next);
    if (count === 0) return card;
    card = joined(next.slice(0, count));
    at += count - 1;
  }
}

const joined = (groups: Group[]): Group => ({
  digits: groups.map(({ digits }) => digits).join(""),
  from: groups[0]?.from ?? 0,
  to: groups.at(-1)?.to ?? 0,
});

/** Whether a text contains a full card number. */
export const holdsCard = (text: string): boolean => cardsIn(text).length > 0;

/** Whether a text contains no full card number; for rules with the error message `noCards`. */
export const holdsNoCard = (text: string): boolean => !holdsCard(text);

/** A card's security code with its name, in a text with a card. */
const namedCode = /\b(cv[cv]2?\W{0,3})\d{3,4}(?!\d)/giu;

/**
 * A security code in a text without a card: only if it is the whole text, or at the end with a lower-case name, as
 * articles are called "CVC1200", "CVC-1200" or "Pump CVC 1200".
 */
const loneCode = /((?:^\s*[Cc][Vv][CcVv]2?|\bcv[cv]2?)[\s:=#]{1,3})\d{3,4}(?=\s*$)/u;

/**
 * A security code after a card number, with or without the expiry date. Before a word it would be a year, an amount or
 * a house number.
 */
const nextCode = /^(\W{0,3}(?:\d{1,2} ?[/.-] ?(?:\d{4}|\d{2})(?!\d))?\W{0,3})\d{3,4}(?=[^\S\n]*(?:$|[\n;,|)\]}"']))/u;

/** An already masked card number. */
const maskedCard = /[*•]{4} ?\d{4}(?!\d)/u;

/** Masks all but the last four digits of every card number in a text, and their security codes. Runs in linear time. */
export function maskCards(text: string): string {
  const cards = cardsIn(text);
  let masked = "";
  let end = 0;
  for (const { digits, from, to } of cards) {
    masked += withoutCode(text.slice(end, from), end > 0) + maskCard(digits);
    end = to;
  }
  masked += withoutCode(text.slice(end), end > 0);
  return masked.replace(maskedCard.test(masked) ? namedCode : loneCode, "$1***");
}

const withoutCode = (text: string, isAfterCard: boolean) => (isAfterCard ? text.replace(nextCode, "$1***") : text);

/** Maximum length of a file name; no system allows a longer one. */
const maxNameLength = 300;

/**
 * Masks card numbers in a file name. Of a longer name it keeps the end, from the first letter on, so that no number is
 * cut in two.
 */
export const maskName = (name: string): string =>
  maskCards(name.length > maxNameLength ? name.slice(-maxNameLength).replace(/^\P{L}+/u, "") : name);

/** Masks a cell of a card column: everything long enough to be a card number, even with a wrong digit. */
export const maskLong = (cell: string) =>
  plainDigits(cell).replace(/\D/g, "").length >= tooFew ? maskCard(cell) : cell;

const isCard = (digits: string) =>
  brands.some(({ start, lengths }) => lengths.includes(digits.length) && start.test(digits)) && isChecked(digits);

/** Luhn's check: doubles every second digit from the right, and the sum must be a multiple of ten. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

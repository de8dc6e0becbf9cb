/** Card numbers, of which only the last four digits are ever kept. Browser-safe. */
import { charactersOf, plainDigits } from "./digits";

/** A card's number as it is kept: `**** **** **** 4242`. What has fewer than four digits is kept as nothing. */
export function maskCard(number: string): string {
  const digits = plainDigits(number).replace(/\D/g, "");
  return digits.length < 4 ? "" : `**** **** **** ${digits.slice(-4)}`;
}

/** A kept number as people read it, such as "•••• 4242"; nothing when there is none. */
export const shownCard = (masked: string) => (masked ? `•••• ${masked.slice(-4)}` : "");

/** What is said where a card's number was typed into a field that is not for one. */
export const noCards = "Take the card number out of this text: at most its last four digits may be kept";

interface Brand {
  name: string;
  /** How its numbers begin. */
  start: RegExp;
  /** How many digits they have. */
  lengths: readonly number[];
}

/** The known brands. Visa's numbers of 13 digits are long gone, and would hide among article and phone numbers. */
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
 * Its brand and last four digits, or what is wrong with it as a sentence. Blanks and dashes between the digits do not
 * matter.
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
 * What stands between the groups of one number: a few of what people part them with, or one sign that mostly parts
 * things of their own.
 */
const gap = /^(?:[\s\p{Cc}\p{Pd}\p{Pc}\p{Pi}\p{Pf}\u1160\u2800./\\|¦│·•∙・●*~='"`()[\]{}<>]{1,5}|[,;:+])$/u;

/** Digits that follow each other, and where they stand. */
interface Group {
  digits: string;
  from: number;
  to: number;
}

/** The numbers of a text: groups of digits with no more between them than one number has. */
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

/** Fewer digits than any card has. */
const tooFew = 13;

/** More groups than any card has: nineteen digits have five of four or fewer. */
const maxGroups = 5;

/**
 * Where a text has the whole numbers of payment cards: such as a known brand could have given, with its check digit,
 * written in one piece, in groups of four or more, or digit by digit. Other long numbers (phones, articles, parcels)
 * pass one of these at most.
 */
function cardsIn(text: string): Group[] {
  if (text.length <= tooFew || (text.match(/\p{N}/gu)?.length ?? 0) <= tooFew) return [];
  return numbersIn(text).flatMap((number) => {
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

/** The groups of a number, in which as many single digits in a row as a card has are one group. */
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

/** How many of these groups, from the first, are a card; 0 where none begins there. */
function groupsOfCard(groups: Group[]): number {
  let digits = "";
  for (const [place, group] of groups.entries()) {
    digits += group.digits;
    if (isCard(digits)) return place + 1;
    if (group.digits.length < 4) return 0; // only the last group of a card is shorter
  }
  return 0;
}

/**
 * A card with what follows it: the four digits that are left of it could begin another card with the next groups, and
 * these another one.
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

/** Whether a text holds the whole number of a payment card. */
export const holdsCard = (text: string): boolean => cardsIn(text).length > 0;

/** The same as a rule for text, which says `noCards`. */
export const holdsNoCard = (text: string): boolean => !holdsCard(text);

/** A code of a card that is called so, in a text with a card. */
const namedCode = /\b(cv[cv]2?\W{0,3})\d{3,4}(?!\d)/giu;

/**
 * The same in a text without one: the whole of it, or said at its end in small letters. Articles are called "CVC1200",
 * "CVC-1200" or "Pump CVC 1200".
 */
const loneCode = /((?:^\s*[Cc][Vv][CcVv]2?|\bcv[cv]2?)[\s:=#]{1,3})\d{3,4}(?=\s*$)/u;

/**
 * A code that follows a card's number, with or without the day it expires, and ends there: before a word it is a year,
 * an amount or a house.
 */
const nextCode = /^(\W{0,3}(?:\d{1,2} ?[/.-] ?(?:\d{4}|\d{2})(?!\d))?\W{0,3})\d{3,4}(?=[^\S\n]*(?:$|[\n;,|)\]}"']))/u;

/** A card that is masked already. */
const maskedCard = /[*•]{4} ?\d{4}(?!\d)/u;

/**
 * A text in which of each card's number only the last four digits are left, and nothing of its code. Takes time by the
 * length of the text.
 */
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

/** Longer than any system lets a file's name be. */
const maxNameLength = 300;

/**
 * A file's name with its cards masked. Of a longer one the end is kept, from its first letter on, so that no number is
 * cut in two.
 */
export const maskName = (name: string): string =>
  maskCards(name.length > maxNameLength ? name.slice(-maxNameLength).replace(/^\P{L}+/u, "") : name);

/**
 * A cell of a column that is for cards: whatever is long enough to be a number keeps its last four digits, also where a
 * digit is wrong.
 */
export const maskLong = (cell: string) =>
  plainDigits(cell).replace(/\D/g, "").length >= tooFew ? maskCard(cell) : cell;

const isCard = (digits: string) =>
  brands.some(({ start, lengths }) => lengths.includes(digits.length) && start.test(digits)) && isChecked(digits);

/** Luhn's check: of every second digit from the right the double counts, and all together come to tens. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

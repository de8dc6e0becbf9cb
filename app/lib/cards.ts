/** Card numbers, of which only the last four digits are ever kept. Browser-safe. */

/** A card's number as it is kept: `**** **** **** 4242`. What has fewer than four digits is kept as nothing. */
export function maskCard(number: string): string {
  const digits = number.replace(/\D/g, "");
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

/** Its brand and last four digits, or what is wrong with it as a sentence. Blanks and dashes between the digits do not matter. */
export function readCard(typed: string): { brand: string; lastFour: string } | { problem: string } {
  const digits = typed.normalize("NFKC").replace(/[\s-]/g, "");
  if (digits === "") return { problem: "Enter the card number" };
  if (!/^\d+$/.test(digits)) return { problem: "Enter the digits of the card number only" };
  const brand = brands.find(({ start }) => start.test(digits));
  if (!brand) return { problem: "This is no number of a card that Portico knows. Check it, or use another card." };
  const { name, lengths } = brand;
  if (!lengths.includes(digits.length)) return { problem: `${name} numbers have ${listed(lengths)} digits, and this has ${digits.length}` };
  if (!isChecked(digits)) return { problem: "A digit is not right. Compare the number with the card." };
  return { brand: name, lastFour: digits.slice(-4) };
}

/** Such as "16 or 19". */
const listed = (numbers: readonly number[]) => numbers.join(", ").replace(/, (\d+)$/, " or $1");

/** Digits with a blank, a dash, a dot or a slash between some of them. */
const runs = /\d(?:[\s.\-/\u2010-\u2015]{0,3}\d){13,}/gu;

/**
 * Whether a text holds the whole number of a payment card: one that a known brand could have given, with its check digit, written in one
 * piece or in groups of four or more, as people write cards. Other long numbers (phones, articles, parcels) pass one of these at most.
 */
export const holdsCard = (text: string): boolean => (text.normalize("NFKC").match(runs) ?? []).some(hasCard);

/** The same as a rule for text, which says `noCards`. */
export const holdsNoCard = (text: string): boolean => !holdsCard(text);

function hasCard(run: string): boolean {
  const groups = run.match(/\d+/g) ?? [];
  return groups.some((_, from) => {
    let digits = "";
    for (let at = from; at < groups.length && digits.length <= 19; at++) {
      digits += groups[at];
      if (isCard(digits)) return true;
      if ((groups[at] ?? "").length < 4) return false; // only the last group of a card is shorter
    }
    return false;
  });
}

const isCard = (digits: string) => brands.some(({ start, lengths }) => lengths.includes(digits.length) && start.test(digits)) && isChecked(digits);

/** Luhn's check: of every second digit from the right the double counts, and all together come to tens. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

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

/** The numbers of the known brands, as digits. Visa's of 13 are long gone, and would hide among article and phone numbers. */
const brands = [
  /^4\d{15}(?:\d{3})?$/, // Visa
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(?:0[0-5]|[689]\d)\d{11}$/, // Diners Club
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}(?:\d{3})?$/, // Discover
  /^35(?:2[89]|[3-8]\d)\d{12}(?:\d{3})?$/, // JCB
  /^62\d{14,17}$/, // UnionPay
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{12,15}$/, // Maestro
];

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

const isCard = (digits: string) => brands.some((brand) => brand.test(digits)) && isChecked(digits);

/** Luhn's check: of every second digit from the right the double counts, and all together come to tens. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

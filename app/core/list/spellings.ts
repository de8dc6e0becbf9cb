/** Phone numbers among the words of a search: they are compared by their digits. Browser-safe. */

/** Digits and what people write between them. */
const phone = /^\+?[\d\s().\-/]+$/;
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Fewer digits are part of a code or a date, more are of no phone. */
const [minDigits, maxDigits] = [7, 15];

/** Whether words that stand beside each other, such as "02 555 01 10", are one phone number. */
export const isPhone = (text: string): boolean =>
  phone.test(text) && digitsOf(text).length >= minDigits && digitsOf(text).length <= maxDigits;

/** Country codes: of one and of two digits; all others have three. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * Returns the texts by which a word of a search is found. A phone number is found as it was typed and by its digits,
 * with and without the code of its country and the 0 before that of its area.
 */
export function spellings(word: string): string[] {
  if (!isPhone(word)) return [word];
  const digits = digitsOf(word.replace("(0)", ""));
  const isInternational = /^\+|^00/.test(word);
  const whole = digits.replace(/^0+/, "");
  const national = isInternational ? whole.replace(countryCode, "").replace(/^0+/, "") : whole;
  return [...new Set([word, whole, national])].filter(
    (spelling) => spelling === word || spelling.length >= minDigits - 1,
  );
}
